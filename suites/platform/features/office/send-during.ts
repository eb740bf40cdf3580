/** Most requests during one action: more than any operator action lasts. */
const MOST = 200

/**
 * Runs an action, and meanwhile sends one request after the other, at least one.
 *
 * @returns the result, and the answers in order; none without `ask`
 */
export async function sendDuring<T, A>(
  work: () => Promise<T>,
  ask: (() => Promise<A>) | undefined,
): Promise<readonly [T, readonly A[]]> {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  // It is awaited below, unless a request fails first. Until then a rejection must not count as unhandled.
  working.catch(() => undefined)
  const answers: A[] = []
  if (ask !== undefined)
    do answers.push(await ask())
    while (!isOver && answers.length < MOST)
  return [await working, answers]
}
