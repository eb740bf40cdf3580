import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { Api } from './api.ts'
import type { AwaitedWork, PacedPorts } from './poll-pace.ts'
import { presentStateOf } from './record.ts'

/** The status reads of a quote over some time. */
export interface PolledState {
  /** Every status read, oldest first; at least one. */
  readonly reads: readonly Exchange[]
  /** The last read. */
  readonly last: Exchange
  /** State in the last read, if it showed any, by its present name even where an older version has another name. */
  readonly state: string | undefined
  /** How long the quote was watched, in milliseconds of target time. */
  readonly watchedMs: number
}

export interface Watch {
  /** Reads the status until a condition holds or `withinMs` of target time have passed. */
  follow(id: string, until: (state: string | undefined) => boolean, withinMs: number): Promise<PolledState>
  /** Waits until rating is over. */
  settle(id: string): Promise<PolledState>
  /** Waits until the rating of a new quote is over, with as few reads as it may take: it misses short-lived states. */
  rated(id: string): Promise<PolledState>
  /** Waits until the status shows the end of a review. An operator has decided it already, but reads may lag behind. */
  reviewed(id: string): Promise<PolledState>
  /** Waits until an accepted bind is complete; by default for as long as an issue may take. */
  issue(id: string, withinMs?: number): Promise<PolledState>
  /**
   * Reads the status until a condition holds, or an event has been announced for so long that reads no longer lag behind it. Target
   * time and real time pass alike, since a platform may lag by either. Without a condition it reads once, in the end.
   */
  caughtUp(id: string, until?: (state: string | undefined) => boolean): Promise<PolledState>
  /** Lets time pass and reads the status several times, to see that nothing changes. */
  stays(id: string): Promise<PolledState>
  /** Asks for a document until it is there or the proposal's deadline is over. Returns every attempt, oldest first. */
  documentOf(name: DocumentName, id: string): Promise<readonly Exchange[]>
  /** Waits until the proposal of a rated quote and its policy preview can be downloaded. */
  proposalOf(id: string): Promise<void>
}

/** Longest real time for which the suite watches that something does not happen. */
export const ABSENCE_MS = 5_000

/** The pauses between the reads in that window, as parts of it: most of what changes at all changes soon. */
const ABSENCE_PAUSES = [1 / 3, 2 / 3]

/**
 * How long a platform may still show the old state of a quote, in milliseconds. It may answer a bind or announce an event first and
 * store it afterwards, or read from a replica.
 */
export const LAG_MS = 1_000

/** The time between two reads that may lag, in milliseconds. */
const CATCHING_UP_MS = 100

/** Pause after the first read: short, so that short-lived states are seen. It doubles up to the profile's polling interval. */
const FIRST_PAUSE_MS = 100

interface Asking {
  readonly work?: AwaitedWork
  /** The first read comes after a pause, and none after a short one. */
  readonly isLate?: boolean
}

export function watchOn({ clock, facts, pace }: PacedPorts, api: Api, { lifecycle, documents }: Spec): Watch {
  const { timing } = facts

  /** Asks again and again until there is no more to wait for. With `work`, its pace says when. */
  const asking = async (
    withinMs: number,
    isOver: () => Promise<boolean>,
    { work, isLate = false }: Asking = {},
  ): Promise<void> => {
    const deadline = clock.deadline(withinMs)
    const firstPause = isLate ? timing.pollInterval : Math.min(FIRST_PAUSE_MS, timing.pollInterval)
    using wait = work && pace.begin(work, withinMs)
    const pass = (ms: number) => wait?.pass(ms) ?? clock.rest(ms)
    if (isLate) await pass(firstPause)
    for (let pause = firstPause, asked = 1; ; pause = Math.min(pause * 2, timing.pollInterval), asked += 1) {
      const over = await isOver()
      if (over && asked > 1) wait?.came()
      if (over || deadline.expired()) return
      await pass(pause)
    }
  }

  const follow = async (
    id: string,
    until: (state: string | undefined) => boolean,
    withinMs: number,
    how?: Asking,
  ): Promise<PolledState> => {
    const start = clock.now()
    const reads: Exchange[] = []
    let state: string | undefined
    const isOver = async () => {
      const last = await api.status(id)
      reads.push(last)
      state = presentStateOf(last, lifecycle)
      // A server error may be temporary; for any other answer without a state, further reads will not help.
      return until(state) || (state === undefined && (last.answer === undefined || last.answer.status < 500))
    }
    await asking(withinMs, isOver, how)
    return { reads, last: reads.at(-1) as Exchange, state, watchedMs: clock.now() - start }
  }

  const documentOf: Watch['documentOf'] = async (name, id) => {
    const attempts: Exchange[] = []
    const isOver = async () => {
      const attempt = await api.document(name, id)
      attempts.push(attempt)
      const status = attempt.answer?.status
      // Only a refusal of the kind "not yet" gets better by waiting.
      return status === undefined || status < 400 || status >= 500
    }
    await asking(timing.proposal, isOver, { work: 'proposal' })
    return attempts
  }

  const isRated = (state: string | undefined) => state !== undefined && state !== 'pending'
  const isReviewed = (state: string | undefined) => state !== 'underwriter_review' && state !== 'pending'

  return {
    follow: (id, until, withinMs) => follow(id, until, withinMs),
    documentOf,
    async proposalOf(id) {
      for (const name of ['quote-proposal', 'policy-preview'] as const)
        if (documents[name] !== undefined) await documentOf(name, id)
    },
    settle: (id) => follow(id, isRated, timing.rating, { work: 'rating' }),
    rated: (id) => follow(id, isRated, timing.rating, { work: 'rating', isLate: true }),
    reviewed: (id) => follow(id, isReviewed, timing.rating),
    issue: (id, withinMs = timing.issue) =>
      follow(id, (state) => state !== undefined && state !== 'bound' && state !== 'ready_to_bind', withinMs, {
        work: 'issue',
      }),
    async caughtUp(id, until) {
      const start = clock.now()
      const reads: Exchange[] = []
      const read = async () => {
        const last = await api.status(id)
        reads.push(last)
        return { reads, last, state: presentStateOf(last, lifecycle), watchedMs: clock.now() - start }
      }
      if (until === undefined) {
        await clock.lag(LAG_MS)
        return read()
      }
      for (let waitedMs = 0; ; waitedMs += CATCHING_UP_MS) {
        const seen = await read()
        if (until(seen.state) || waitedMs >= LAG_MS) return seen
        await clock.lag(CATCHING_UP_MS)
      }
    },
    async stays(id) {
      const start = clock.now()
      const reads = [await api.status(id)]
      for (const part of ABSENCE_PAUSES) {
        await clock.rest(part * (clock.virtual ? timing.issue : Math.min(timing.issue, ABSENCE_MS)))
        reads.push(await api.status(id))
      }
      const last = reads.at(-1) as Exchange
      return { reads, last, state: presentStateOf(last, lifecycle), watchedMs: clock.now() - start }
    },
  }
}
