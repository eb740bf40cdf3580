import type { CountedFailures } from '../../../../../../model/endpoint/entries.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { delaysMs } from '../../../../vocabulary/attempts/timing.ts'
import { BY_PROPOSAL, MARGIN_MS } from './endpoints.ts'
import type { Failing } from './openings.ts'

/** Something that is done at an endpoint, or waited for. Quotes are known by their names, times are in milliseconds. */
export type TrackStep =
  /** Waits until so long after the first failure of all. */
  | { readonly at: number }
  | { readonly pauseMs: number }
  | { readonly makes: readonly string[] }
  /** Measures the whole retry schedule of an event. */
  | { readonly climbs: string }
  /** Waits for so many failures, and reads the status; in small steps where the next failure comes soon. */
  | {
      readonly failures: number
      readonly of: readonly string[]
      readonly isSharp?: true
      readonly isUnread?: true
    }
  /** Waits for so many attempts, of whatever outcome. */
  | { readonly attempts: number; readonly of: readonly string[] }
  | 'read'
  | 'rotate'

/** The steps at one endpoint; they end where it is found disabled. */
export interface BreakerTrack {
  readonly endpoint: keyof Failing
  /** How many attempts it refuses at the event of each quote. */
  readonly refuses: Readonly<Record<string, number>>
  readonly steps: readonly TrackStep[]
  /** Only where the clock can be moved. */
  readonly isMoved?: true
}

/** Tracks that go on beside each other. */
export interface BreakerPlan {
  readonly counts: CountedFailures
  /** Quotes that are made before, so that their retry schedules end one after the other. */
  readonly makes?: readonly string[]
  readonly tracks: readonly BreakerTrack[]
}

/** The plans for a target that counts failures in one of the two ways (R27). */
export interface BreakerPlans {
  /** Endpoints that have failed four times, or once, fail again. */
  readonly opens: BreakerPlan
  /** An endpoint that was enabled again fails four times. After the window it fails five times. */
  readonly fourAgain: BreakerPlan
  readonly fiveAgain: BreakerPlan
  /** It fails again where nobody waits for the window. */
  readonly inRealTime: BreakerPlan
}

/** Time between events whose retry schedules must end one after the other. */
export const APART_MS = 8000
/** Moments at which attempts have failed, but no event can have failed for good. */
const BEFORE_ANY_MS = [60_000, 150_000] as const
/** How long before the first of the others fails for good another event is made: enough for more than five attempts. */
const UNDER_WAY_MS = 90_000

/** Four further events. At `always`, they and the event that starts everything are five failures. */
const FOUR = ['second', 'third', 'fourth', 'fifth'] as const
const LATE = 'late'
const BETWEEN = 'in between'
const AGAIN = ['again 1', 'again 2', 'again 3', 'again 4'] as const

/** Name of the first quote whose event fails at an endpoint that was enabled again. */
export const FIRST_AGAIN = 'afterwards'
const FOUR_AGAIN = [FIRST_AGAIN, 'afterwards 2', 'afterwards 3', 'afterwards 4'] as const
const FIVE_AGAIN = ['once more 1', 'once more 2', 'once more 3', 'once more 4', 'once more 5'] as const
/** Name of a quote whose event is still being repeated when other events disable its endpoint. */
export const UNDER_WAY = 'under way'
/** Names of all quotes whose events fail at such an endpoint. */
export const NAMES_AGAIN: readonly string[] = [...FOUR_AGAIN, ...FIVE_AGAIN, UNDER_WAY]

const always = (...names: readonly string[]): BreakerTrack['refuses'] =>
  Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY]))

/** Fails some attempts at one further event, then takes it. */
const failing = (
  endpoint: BreakerTrack['endpoint'],
  quote: string,
  failures: number,
  ...before: readonly TrackStep[]
): BreakerTrack => ({
  ...{ endpoint, refuses: { [quote]: failures } },
  steps: [
    ...before,
    ...[{ makes: [quote] }, { failures, of: [quote] }, { attempts: failures + 1, of: [quote] }],
  ],
})

const fourAndFive = (of: readonly string[]): readonly TrackStep[] =>
  [4, 5].map((failures) => ({ failures, of, isSharp: true }))

/** Fails each attempt at one further event, and shows the endpoint before and after the one that must disable it. */
const untilDisabled = (quote: string): BreakerTrack => ({
  ...{ endpoint: 'always', refuses: always(quote) },
  steps: [{ makes: [quote] }, ...fourAndFive([quote])],
})

/** The first event of all: five failed attempts at it come within seconds, which shows if attempts count. */
export const SHARED: BreakerPlan = {
  counts: 'attempts',
  tracks: [
    { endpoint: 'always', refuses: {}, steps: fourAndFive(['shared']) },
    { endpoint: 'below', refuses: {}, steps: [{ attempts: 5, of: ['shared'] }, 'read'] },
  ],
}

/** Five failures within a window open the breaker, whatever is between. */
export function plansOf(delivery: DeliverySpec): Readonly<Record<CountedFailures, BreakerPlans>> {
  const { windowMs } = delivery.breaker
  const scheduleMs = delaysMs(delivery)
  const late = { at: windowMs - 3 * MARGIN_MS }
  // The four failures that count come after the first event of all.
  const lateByEvents = { at: windowMs - 2 * MARGIN_MS }
  const givenUp = { failures: FOUR.length, of: FOUR }
  return {
    attempts: {
      opens: {
        counts: 'attempts',
        tracks: [
          failing('afterSuccess', 'soon', 1),
          failing('afterRotation', 'soon after a rotation', 1, 'rotate'),
          failing('otherType', BY_PROPOSAL, 1),
          failing('spread', LATE, 1, late),
          // Two failures at the end of a window, and three at the beginning of the next one.
          { ...failing('across', 'before the edge', 2, { at: windowMs - 2 * MARGIN_MS }), isMoved: true },
          { ...failing('across', 'after the edge', 3, { at: windowMs + MARGIN_MS }), isMoved: true },
          failing('below', 'again', 4, { at: windowMs + 2 * MARGIN_MS }),
        ],
      },
      fourAgain: { counts: 'attempts', tracks: [failing('always', FIRST_AGAIN, 4)] },
      fiveAgain: { counts: 'attempts', tracks: [untilDisabled(FIVE_AGAIN[0])] },
      inRealTime: { counts: 'attempts', tracks: [untilDisabled(FIRST_AGAIN)] },
    },
    events: {
      opens: {
        counts: 'events',
        makes: FOUR,
        tracks: [
          {
            ...{ endpoint: 'always', refuses: always(...FOUR) },
            steps: [
              ...BEFORE_ANY_MS.flatMap((at) => [{ at }, 'read'] as const),
              ...fourAndFive(['shared', ...FOUR]),
            ],
          },
          {
            ...{ endpoint: 'below', refuses: always(...FOUR, ...AGAIN) },
            steps: [
              givenUp,
              { pauseMs: windowMs + MARGIN_MS - scheduleMs },
              ...[{ makes: AGAIN }, { failures: AGAIN.length, of: AGAIN }],
            ],
          },
          // The fifth failure comes late in the window of the four. A success at a repeat is another one than at a first attempt.
          {
            ...{ endpoint: 'spread', refuses: { ...always(...FOUR, LATE), [BETWEEN]: 1 } },
            steps: [
              lateByEvents,
              { makes: [LATE] },
              { ...givenUp, isUnread: true },
              ...[{ makes: [BETWEEN] }, { failures: 5, of: [...FOUR, LATE] }],
            ],
          },
          {
            ...{ endpoint: 'afterRotation', refuses: always(...FOUR, LATE) },
            steps: [{ ...givenUp, isUnread: true }, 'rotate', { failures: 5, of: [...FOUR, LATE] }],
          },
          // Early enough that its retry schedule ends within the window, however long its proposal takes.
          {
            ...{ endpoint: 'otherType', refuses: always(...FOUR, BY_PROPOSAL) },
            steps: [lateByEvents, { makes: [BY_PROPOSAL] }, { failures: 5, of: [...FOUR, BY_PROPOSAL] }],
          },
        ],
      },
      fourAgain: {
        counts: 'events',
        tracks: [
          {
            ...{ endpoint: 'always', refuses: always(...FOUR_AGAIN) },
            // All at once: a sleep between them would move the clock in steps too large for the retry schedule.
            steps: [
              { makes: FOUR_AGAIN },
              { climbs: FIRST_AGAIN },
              { failures: FOUR_AGAIN.length, of: FOUR_AGAIN },
            ],
          },
        ],
      },
      fiveAgain: {
        counts: 'events',
        makes: FIVE_AGAIN,
        tracks: [
          {
            ...{ endpoint: 'always', refuses: always(...FIVE_AGAIN, UNDER_WAY) },
            steps: [
              { pauseMs: scheduleMs - UNDER_WAY_MS },
              { makes: [UNDER_WAY] },
              ...fourAndFive(FIVE_AGAIN),
            ],
          },
        ],
      },
      inRealTime: { counts: 'attempts', tracks: [failing('always', FIRST_AGAIN, 3)] },
    },
  }
}
