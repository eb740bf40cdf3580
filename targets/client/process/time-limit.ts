/** A limit never grows to more than this many times what was given. */
const MOST_TIMES = 2
/** Hold-ups shorter than this are no reason to wait once more. */
const LEAST_MS = 100

export interface TimeLimit {
  readonly limitMs: number
  /** How long this machine was held up until now, in milliseconds. */
  readonly lostMs: () => number
  readonly over: () => void
}

/**
 * Calls `over` when a limit has passed. Time in which this machine was held up does not count, since the client had it no
 * better. At most the limit is given once more.
 *
 * @returns ends the wait
 */
export function startTimeLimit({ limitMs, lostMs, over }: TimeLimit): () => void {
  const before = lostMs()
  let given = limitMs
  const look = () => {
    const more = Math.min(limitMs * MOST_TIMES, limitMs + lostMs() - before) - given
    if (more < LEAST_MS) return over()
    given += more
    timer = setTimeout(look, more)
  }
  let timer = setTimeout(look, limitMs)
  return () => clearTimeout(timer)
}
