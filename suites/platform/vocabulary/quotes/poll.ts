import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { Api } from './api.ts'
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
  /** Does the same at the profile's polling interval from the start, for many quotes at once: it misses short-lived states. */
  rated(id: string): Promise<PolledState>
  /** Waits until the status shows the end of a review. An operator has decided it already, but reads may lag behind. */
  reviewed(id: string): Promise<PolledState>
  /** Waits until an accepted bind is complete; by default for as long as an issue may take. */
  issue(id: string, withinMs?: number): Promise<PolledState>
  /**
   * Reads the status until a condition holds, or an event has been announced for so long that reads no longer lag behind it. Target
   * time and real time pass alike, since a platform may lag by either.
   */
  caughtUp(id: string, until: (state: string | undefined) => boolean): Promise<PolledState>
  /** Lets time pass and reads the status several times, to see that nothing changes. */
  stays(id: string): Promise<PolledState>
  /** Asks for a document until it is there or the proposal's deadline is over. Returns every attempt, oldest first. */
  documentOf(name: DocumentName, id: string): Promise<readonly Exchange[]>
  /** Waits until the proposal of a rated quote and its policy preview can be downloaded. */
  proposalOf(id: string): Promise<void>
}

/** Longest real time for which the suite watches that something does not happen. */
export const ABSENCE_MS = 5_000

/** How many times the suite reads in that window. */
const ABSENCE_READS = 4

/**
 * How long a platform may still show the old state of a quote, in milliseconds. It may answer a bind or announce an event first and
 * store it afterwards, or read from a replica.
 */
export const LAG_MS = 1_000

/** The time between two reads that may lag, in milliseconds. */
const CATCHING_UP_MS = 100

/** Pause after the first read: short, so that short-lived states are seen. It doubles up to the profile's polling interval. */
const FIRST_PAUSE_MS = 100

export function watchOn({ clock, facts }: PlatformPorts, api: Api, { lifecycle, documents }: Spec): Watch {
  const { timing } = facts

  const follow = async (
    id: string,
    until: (state: string | undefined) => boolean,
    withinMs: number,
    firstPause = Math.min(FIRST_PAUSE_MS, timing.pollInterval),
  ): Promise<PolledState> => {
    const deadline = clock.deadline(withinMs)
    const start = clock.now()
    const reads: Exchange[] = []
    for (let pause = firstPause; ; pause = Math.min(pause * 2, timing.pollInterval)) {
      const last = await api.status(id)
      reads.push(last)
      const state = presentStateOf(last, lifecycle)
      const met = until(state)
      // A server error may be temporary; for any other answer without a state, further reads will not help.
      const hopeless = state === undefined && (last.answer === undefined || last.answer.status < 500)
      if (met || hopeless || deadline.expired()) return { reads, last, state, watchedMs: clock.now() - start }
      await clock.rest(pause)
    }
  }

  const documentOf: Watch['documentOf'] = async (name, id) => {
    const deadline = clock.deadline(timing.proposal)
    const attempts: Exchange[] = []
    for (
      let pause = Math.min(FIRST_PAUSE_MS, timing.pollInterval);
      ;
      pause = Math.min(pause * 2, timing.pollInterval)
    ) {
      const attempt = await api.document(name, id)
      attempts.push(attempt)
      const status = attempt.answer?.status
      // Only a refusal of the kind "not yet" gets better by waiting.
      const mayCome = status !== undefined && status >= 400 && status < 500
      if (!mayCome || deadline.expired()) return attempts
      await clock.rest(pause)
    }
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
    settle: (id) => follow(id, isRated, timing.rating),
    async rated(id) {
      await clock.rest(timing.pollInterval)
      return follow(id, isRated, timing.rating, timing.pollInterval)
    },
    reviewed: (id) => follow(id, isReviewed, timing.rating),
    issue: (id, withinMs = timing.issue) =>
      follow(id, (state) => state !== undefined && state !== 'bound' && state !== 'ready_to_bind', withinMs),
    async caughtUp(id, until) {
      const start = clock.now()
      const reads: Exchange[] = []
      for (let waitedMs = 0; ; waitedMs += CATCHING_UP_MS) {
        const last = await api.status(id)
        reads.push(last)
        const state = presentStateOf(last, lifecycle)
        if (until(state) || waitedMs >= LAG_MS) return { reads, last, state, watchedMs: clock.now() - start }
        await clock.sleep(CATCHING_UP_MS)
      }
    },
    async stays(id) {
      const start = clock.now()
      const reads = [await api.status(id)]
      for (let read = 1; read <= ABSENCE_READS; read++) {
        await clock.sleep((clock.virtual ? timing.issue : Math.min(timing.issue, ABSENCE_MS)) / ABSENCE_READS)
        reads.push(await api.status(id))
      }
      const last = reads.at(-1) as Exchange
      return { reads, last, state: presentStateOf(last, lifecycle), watchedMs: clock.now() - start }
    },
  }
}
