import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim, type PlatformFactsOfRun } from '../../../vocabulary/context.ts'
import { byPlatformClock } from '../../../vocabulary/events/platform-clock.ts'
import { type Snapshot, under, whenShown } from '../../../vocabulary/operator/step.ts'
import {
  type AttemptPair,
  attemptsIn,
  type EventPairs,
  fitsAnswer,
  pairsOf,
  statedMs,
  TOLERANCE_MS,
} from './match.ts'

/** Attempts that an endpoint had received by some moment, and its log at that moment. */
export interface Logged {
  readonly arrivals: readonly Arrival[]
  readonly log: Snapshot
  /** Description of the moment, where there are several: `after its secret was rotated`. */
  readonly when?: string
}

type JudgeEvent = (event: EventPairs, facts: PlatformFactsOfRun) => Verdict

/** Claims that compare a delivery log with the received attempts, at every moment at which it was read (6, R36). */
export function logClaims<T>(
  of: (trace: T) => readonly Logged[] | Verdict,
  name?: string,
): readonly Claim<T, Spec>[] {
  const about = (judge: JudgeEvent) => (trace: T, facts: PlatformFactsOfRun) => {
    const moments = of(trace)
    if ('kind' in moments) return moments
    const verdict = all(moments.map((one) => atMoment(one, (event) => judge(event, facts))))
    const whens = [...new Set(moments.flatMap(({ when }) => when ?? []))]
    return verdict.kind === 'passed' && whens.length > 0 ? { ...verdict, under: whens } : verdict
  }
  return [
    claim<T>('delivery-log-has-every-attempt', about(hasEvery), name),
    claim<T>(
      'delivery-log-times',
      about(({ pairs }, facts) => ofLogged(pairs, (found) => found.map(timeBy(facts)))),
      name,
    ),
    claim<T>(
      'delivery-log-results',
      about(({ pairs }) => ofLogged(pairs, (found) => [...found.map(resultOf), wordsOf(found)])),
      name,
    ),
  ]
}

/** Judges that a later log has no fewer attempts than an earlier one. */
export function keepsAll(before: Logged, after: Logged): Verdict {
  return whenShown(before.log, (had) =>
    whenShown(after.log, (has) => {
      const later = pairsOf(before.arrivals, has)
      return all(
        pairsOf(before.arrivals, had).map(({ eventId, logged }, place) => {
          const left = later[place]?.logged ?? 0
          return left >= logged ? passed() : tooFew(eventId, logged, left)
        }),
      )
    }),
  )
}

function atMoment({ arrivals, log, when }: Logged, judge: (event: EventPairs) => Verdict): Verdict {
  if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
  return whenShown(log, (shown) => under(when, all(pairsOf(arrivals, shown).map(judge))))
}

function hasEvery({ eventId, logged, pairs }: EventPairs): Verdict {
  const made = attemptsIn(pairs.map(({ arrival }) => arrival))
  return logged >= made ? passed() : tooFew(eventId, made, logged, pairs[0]?.arrival)
}

const tooFew = (eventId: string, expected: number, logged: number, arrival?: Arrival): Verdict =>
  failed({
    expected: `${expected} attempts to deliver ${eventId}`,
    observed: logged === 0 ? 'none' : `${logged} in the log`,
    at: 'attempts',
    ...(arrival && { arrival: arrival.id }),
  })

type Found = AttemptPair & Required<Pick<AttemptPair, 'logged'>>

/** Judges only attempts that the log has. Another claim judges missing ones. */
function ofLogged(
  pairs: readonly AttemptPair[],
  judge: (found: readonly Found[]) => readonly Verdict[],
): Verdict {
  const found = pairs.filter((pair): pair is Found => pair.logged !== undefined)
  return found.length === 0 ? cannotTell('the log has no attempt of the event') : all(judge(found))
}

/**
 * Judges a logged time. It must be near the attempt's own timestamp, or near its arrival by the platform's clock. A log may name
 * the start or the end of an attempt: one that is never answered lasts until its deadline.
 */
function timeBy({ exchanges, spec }: PlatformFactsOfRun): (found: Found) => Verdict {
  return ({ arrival, logged: { at, isFine } }) => {
    const stated = statedMs(arrival, at)
    // A time in whole seconds may be truncated or rounded.
    const tolerance = TOLERANCE_MS + (isFine ? 0 : 999)
    const lasts = arrival.answered.kind === 'silence' ? spec.delivery.deadline.ms : 0
    const came = byPlatformClock(exchanges, arrival)
    const spans = [...(stated === undefined ? [] : [{ from: stated, to: stated }]), ...came]
    const [first] = spans
    if (first === undefined) return cannotTell('no time of the platform can be read')
    if (
      at !== undefined &&
      spans.some(({ from, to }) => at >= from - tolerance && at <= to + lasts + tolerance)
    )
      return passed()
    return failed({
      expected: `${new Date(first.from).toISOString()}, the time of the attempt`,
      observed: at === undefined ? 'no time' : new Date(at).toISOString(),
      at: 'attempts[].at',
      arrival: arrival.id,
    })
  }
}

const statusOf = ({ arrival: { answered } }: Found): number | undefined =>
  answered.kind === 'answer' ? answered.status : undefined

function resultOf(found: Found): Verdict {
  const { result } = found.logged
  const status = statusOf(found)
  return fitsAnswer(found.arrival, found.logged)
    ? passed()
    : failed({
        expected: status === undefined ? 'no status of success' : `the result ${status}`,
        observed: result === undefined ? 'none' : `${result}`,
        at: 'status',
        arrival: found.arrival.id,
      })
}

/** Judges that a log that uses words for results has different words for failures and successes. */
function wordsOf(found: readonly Found[]): Verdict {
  const words = (isGood: boolean) =>
    found
      .filter((one) => (statusOf(one) ?? 500) < 300 === isGood)
      .flatMap(({ logged: { result } }) => (typeof result === 'string' ? [result] : []))
  const failures = words(false)
  const same = words(true).find((word) => failures.includes(word))
  return same === undefined
    ? passed()
    : failed({
        expected: 'one word for attempts that succeeded and another for those that failed',
        observed: `${same} for both`,
        at: 'status',
      })
}
