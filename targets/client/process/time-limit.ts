/** A limit is extended to at most so many times its length. */
const MOST_TIMES = 2
/** Times for which the machine was blocked do not extend the limit if they are shorter than this. */
const LEAST_MS = 100

export interface TimeLimit {
  readonly limitMs: number
  /** For how long this machine has been blocked so far, in milliseconds. */
  readonly lostMs: () => number
  readonly over: () => void
}

/**
 * Calls `over` when a limit has passed. Time for which this machine was blocked does not count, since the client was blocked, too.
 * The limit is at most doubled.
 *
 * @returns ends the wait
 */
export function startTimeLimit({ limitMs, lostMs, over }: TimeLimit): () => void {
  const before = lostMs()
  let given = limitMs
  const check = () => {
    const more = Math.min(limitMs * MOST_TIMES, limitMs + lostMs() - before) - given
    if (more < LEAST_MS) return over()
    given += more
    timer = setTimeout(check, more)
  }
  let timer = setTimeout(check, limitMs)
  return () => clearTimeout(timer)
}
