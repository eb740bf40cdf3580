import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { Api } from '../api.ts'
import { stateOf } from './record.ts'

/** The observed states of a quote over some time. */
export interface Sighting {
  /** Every status read, oldest first; at least one. */
  readonly reads: readonly Exchange[]
  /** The last one. */
  readonly last: Exchange
  /** State in the last one, if it showed any; by its present name where the version calls it otherwise. */
  readonly state: string | undefined
  /** How long it was watched, in milliseconds of target time. */
  readonly watchedMs: number
}

export interface Watch {
  /** Reads the status until a condition holds or `withinMs` of target time have passed. */
  follow(id: string, until: (state: string | undefined) => boolean, withinMs: number): Promise<Sighting>
  /** Waits until rating is over. */
  settle(id: string): Promise<Sighting>
  /** The same at the pace that the profile names, for many quotes at once: short-lived states are missed. */
  rated(id: string): Promise<Sighting>
  /** Waits until a review that was decided has ended: a read may be behind what an operator did. */
  reviewed(id: string): Promise<Sighting>
  /** Waits until a bind that was accepted has come to its end; by default for as long as one issue may take. */
  issue(id: string, withinMs?: number): Promise<Sighting>
  /** Lets time pass and reads the status now and then, to see that nothing happens. */
  stays(id: string): Promise<Sighting>
  /** Asks for a document until it is there or the time that a proposal may take is over; every attempt, oldest first. */
  documentOf(name: DocumentName, id: string): Promise<readonly Exchange[]>
  /** Waits until the proposal of a rated quote and what comes with it can be downloaded. */
  proposalOf(id: string): Promise<void>
}

/** Longest real-time window in which the suite waits for something that is not to happen. */
const ABSENCE_MS = 5_000

/** How often the suite looks while it waits for nothing to happen. */
const LOOKS = 4

/** Reads that follow the first one come quickly, so that short-lived states are seen, then at the profile's pace. */
const FIRST_PAUSE_MS = 100

export function watchOn({ clock, facts }: PlatformPorts, api: Api, { lifecycle, documents }: Spec): Watch {
  const { timing } = facts

  const presentStateOf = (read: Exchange): string | undefined => {
    const state = stateOf(read)
    return state === undefined ? undefined : lifecycle.present(state)
  }

  const follow = async (
    id: string,
    until: (state: string | undefined) => boolean,
    withinMs: number,
    firstPause = Math.min(FIRST_PAUSE_MS, timing.pollInterval),
  ): Promise<Sighting> => {
    const deadline = clock.deadline(withinMs)
    const start = clock.now()
    const reads: Exchange[] = []
    for (let pause = firstPause; ; pause = Math.min(pause * 2, timing.pollInterval)) {
      const last = await api.status(id)
      reads.push(last)
      const state = presentStateOf(last)
      const met = until(state)
      // A server error may pass; any other answer that shows no state will not get better by asking on.
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
    async stays(id) {
      const start = clock.now()
      const reads = [await api.status(id)]
      for (let look = 1; look <= LOOKS; look++) {
        await clock.sleep((clock.virtual ? timing.issue : Math.min(timing.issue, ABSENCE_MS)) / LOOKS)
        reads.push(await api.status(id))
      }
      const last = reads.at(-1) as Exchange
      return { reads, last, state: presentStateOf(last), watchedMs: clock.now() - start }
    },
  }
}
