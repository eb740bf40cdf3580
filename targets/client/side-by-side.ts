import { availableParallelism } from 'node:os'

/** The most sessions that go on at once with a command: a client waits most of the time. */
export const MOST_AT_ONCE = 18
/** The fewest, since a client may also pause before its first request, and a run must end. */
const LEAST_AT_ONCE = 4
/** About the length of the shortest session: some polls, two seconds apart. */
const SESSION_MS = 10_000

/**
 * The number of sessions that go on at once, so that starting clients does not overload this machine.
 *
 * @param startMs from the start of a client to its first request
 */
export function atOnce(startMs: number, cores: number = availableParallelism()): number {
  const fitting = Math.floor((cores * SESSION_MS) / Math.max(1, startMs))
  return Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, fitting))
}
