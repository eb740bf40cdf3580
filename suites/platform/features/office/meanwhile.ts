/** So many requests go on beside something at most; nothing that an operator does takes so many. */
const MOST = 200

/**
 * Does something, and asks one thing after the other meanwhile, at least once.
 *
 * @returns the result, and the answers in order; none where there is nothing to ask
 */
export async function meanwhile<T, A>(
  work: () => Promise<T>,
  ask: (() => Promise<A>) | undefined,
): Promise<readonly [T, readonly A[]]> {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const answers: A[] = []
  if (ask !== undefined)
    do answers.push(await ask())
    while (!isOver && answers.length < MOST)
  return [await working, answers]
}
