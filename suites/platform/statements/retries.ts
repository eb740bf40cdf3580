import type { EntryKind } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival, ScriptedAnswer } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, allDecided, cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isDone } from '../ledger/endpoints.ts'
import {
  endsTogether,
  hasFailed,
  isRestedFor,
  missedFor,
  nextDue,
  type RetrySeries,
  retrySeriesIn,
} from '../ledger/retry-series.ts'
import { wasInService } from '../ledger/service.ts'
import { endOf, isOver } from '../ledger/timeline.ts'
import { withoutAnswer } from '../vocabulary/attempts/answered.ts'
import { COPY_MS, fewestAttempts, type RetryStep } from '../vocabulary/attempts/copies.ts'
import { boundsBefore, delayBefore, repeatInTime, retryStepsOf } from '../vocabulary/attempts/retry-trace.ts'
import { between, leastAfterDeadline, ranOut, silenceOf } from '../vocabulary/attempts/timing.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { allowed, decide, shown } from '../vocabulary/time/decide.ts'
import { deliveryClockOf } from '../vocabulary/time/delivery-clock.ts'
import { durationInWords } from '../vocabulary/time/in-words.ts'
import { ofEachSeries } from './of-each-series.ts'

/** Requests of the operator move the clock, and enable, delete or rotate. */
const WHOLE: readonly EntryKind[] = ['deliveries', 'operator']

type JudgeRetries = (one: RetrySeries, facts: Facts<Spec>) => Verdict | undefined

const ofRetries = (requirement: string, judge: JudgeRetries): PlatformStandingClaim =>
  ofEachSeries(requirement, retrySeriesIn, judge, WHOLE)

/** Judges that an attempt comes neither early nor late, within the precision of its time, and that it comes at all (8.retry, R25). */
function comesInTime(one: RetrySeries, number: number, facts: Facts<Spec>): Verdict | undefined {
  const { steps, known, slackMs, heldUpMs } = one
  const { delivery } = facts.spec
  const [previous, own] = [steps[number - 2], steps[number - 1]]
  if (previous === undefined || number > known + 1) return undefined
  if (own === undefined) return failsAsUsual(one) ? missing(one, number, facts) : undefined
  if (number > known) return undefined
  const clock = deliveryClockOf(facts.arrivals ?? [])
  const isLate =
    between(previous, own.attempt, delivery, clock).least >
    boundsBefore(number, previous, { delivery, slackMs }).late
  if (isLate && !isRestedFor(one, number, facts)) return undefined
  return repeatInTime(steps, number, { delivery, clock, slackMs, heldUpMs })
}

function missing(one: RetrySeries, number: number, facts: Facts<Spec>): Verdict | undefined {
  const watchedMs = missedFor(one, facts)
  const last = one.steps.at(-1)?.attempt
  if (watchedMs === undefined || last === undefined) return undefined
  return failed({
    expected: `attempt ${number} after ${delayBefore(number, facts.spec.delivery)} ms`,
    observed: `${number - 1} attempts in all; watched for ${durationInWords(watchedMs)} after the last one`,
    ...{ at: 'attempts', arrival: last.id, absence: true },
    cause: { expected: 'an attempt at each of its times', observed: 'it did not come' },
  })
}

/** Says whether the last attempt failed in the usual way. If none follows it, that has nothing to do with the kind of failure. */
function failsAsUsual({ steps }: RetrySeries): boolean {
  const answered = steps.at(-1)?.attempt.answered
  return answered?.kind === 'answer' && answered.status === 500
}

/** Judges that no attempt follows the last one, at whatever time (8, R25). */
function ends(one: RetrySeries, facts: Facts<Spec>): Verdict | undefined {
  const { endpoint, attempts, steps, slackMs, heldUpMs } = one
  const { spec, until } = facts
  const most = spec.delivery.attempts.length
  const isClear = (step: RetryStep) => hasFailed(step, spec.delivery) && endsTogether(step, spec.delivery)
  if (attempts.length < most || !steps.slice(0, most).every(isClear)) return undefined
  if (mayKeepCopies(one, facts)) return undefined
  const further = fewestAttempts(attempts)[most]
  // If the suite was delayed for that long, a copy may look like an attempt.
  if (further !== undefined && heldUpMs >= COPY_MS)
    return cutOff(`the suite itself was held up for ${heldUpMs} ms and may have counted a copy`)
  if (further !== undefined)
    return breach(further, `no attempt after the first ${most}`, `attempt ${most + 1}`, 'attempts')
  const last = steps[most - 1]
  if (last === undefined || until === undefined) return undefined
  const least = last.attempt.latest
  // Before a further attempt would be due, it may have been enabled.
  const { early } = boundsBefore(most, last, { delivery: spec.delivery, slackMs })
  const watched = { least: least + early, most: least + silenceOf(spec.delivery) + spec.delivery.deadline.ms }
  const end = endpoint.deletion?.targetMs ?? until.targetMs
  if (watched.most > end) return undefined
  return countsEvents(one, facts) || wasInService(endpoint, watched, facts, spec.delivery.breaker.failures)
    ? passed(`watched for ${durationInWords(end - least)}`)
    : undefined
}

/**
 * Says whether attempts come with copies at an endpoint that was enabled while they were repeated. A copy that was kept back until then
 * would look like a further attempt (R27). Those before show it: later ones may come together in a long move of the clock.
 */
function mayKeepCopies({ endpoint, attempts, slackMs, heldUpMs }: RetrySeries, facts: Facts<Spec>): boolean {
  const [first] = attempts
  const change = endpoint.changes.find(({ startedAt }) => startedAt > (first?.receivedAt ?? 0))
  const before = attempts.filter(({ receivedAt = 0 }) => receivedAt < (change?.startedAt ?? 0))
  const clock = deliveryClockOf(facts.arrivals ?? [])
  const steps = retryStepsOf({ attempts: before, slackMs, heldUpMs }, facts.spec.delivery, clock)
  return steps.some(({ copies }) => copies.length > 0)
}

/**
 * Says whether ten attempts came although nobody enabled the endpoint. Then single attempts do not open the breaker (R27). Fewer events
 * than open it were given up, so the endpoint is in service.
 */
function countsEvents({ endpoint, known }: RetrySeries, facts: Facts<Spec>): boolean {
  const { attempts, breaker } = facts.spec.delivery
  const isEnabled = endpoint.changes.some(({ action }) => action?.name === 'enable_endpoint')
  const givenUp = retrySeriesIn(facts).filter(
    (one) => one.endpoint === endpoint && one.steps.length >= attempts.length,
  )
  return known >= attempts.length && !isEnabled && givenUp.length < breaker.failures
}

/** Time in which a request that was sent before its endpoint is deleted may still arrive, in milliseconds. */
const IN_FLIGHT_MS = 2000

/** Judges that no attempt comes to an endpoint that was deleted, neither one that was due nor one after an attempt under way (6). */
function endsWithDeletion(one: RetrySeries, facts: Facts<Spec>): Verdict | undefined {
  const { deletion, isHeard } = one.endpoint
  if (deletion === undefined || !isHeard || !isDone(deletion)) return undefined
  const late = one.attempts.filter(({ earliest, receivedAt = 0 }) =>
    isOver(endOf(deletion).suiteMs, { targetMs: earliest, suiteMs: receivedAt }, IN_FLIGHT_MS, facts),
  )
  const [first] = late
  if (first !== undefined)
    return breach(first, 'no attempt after deletion', `${late.length} attempts`, 'endpoint')
  const dueMs = nextDue(one, facts)
  const end = facts.until?.targetMs ?? 0
  if (dueMs === undefined || dueMs > end) return undefined
  return passed(`watched for ${durationInWords(end - deletion.targetMs)}`)
}

/** Kinds of failures, each with the requirement that names it (8, R26). */
const KINDS: Readonly<Record<string, (one: Arrival, delivery: DeliverySpec) => boolean>> = {
  'delivery-redirect-is-failure': ({ answered }) => hasStatus(answered, 300),
  'delivery-client-error-is-failure': ({ answered }) => hasStatus(answered, 400),
  'delivery-server-error-is-failure': ({ answered }) => hasStatus(answered, 500),
  'delivery-reset-is-failure': ({ answered }) => answered.kind === 'reset',
  'delivery-silence-is-failure': ({ answered }) => answered.kind === 'silence',
  'answer-at-9-seconds-is-failure': (one, delivery) => hasStatus(one.answered, 200) && ranOut(one, delivery),
}

const hasStatus = (answered: ScriptedAnswer, from: number): boolean =>
  answered.kind === 'answer' && answered.status >= from && answered.status < from + 100

/** The numbers of attempts that do not come after a usual failure: then no kind of failure is the reason. */
const lostNumbers = onceFor(
  (facts: Facts<Spec>): ReadonlySet<number> =>
    new Set(
      retrySeriesIn(facts).flatMap((one) =>
        failsAsUsual(one) && missedFor(one, facts) !== undefined ? [one.steps.length + 1] : [],
      ),
    ),
)

/** Judges that each attempt that fails in some way is followed by another one. */
function failsBy(requirement: string, one: RetrySeries, facts: Facts<Spec>): Verdict | undefined {
  const { steps, known } = one
  const { delivery } = facts.spec
  const most = delivery.attempts.length
  const isOfKind = KINDS[requirement]
  const verdicts = steps.slice(0, Math.min(known, most - 1)).flatMap((step, place): Verdict[] => {
    if (isOfKind?.(step.attempt, delivery) !== true || !hasFailed(step, delivery)) return []
    if (place + 1 < known) return [passed()]
    const watchedMs = missedFor(one, facts)
    if (watchedMs === undefined || failsAsUsual(one) || lostNumbers(facts).has(place + 2)) return []
    const seen = `none within ${Math.round(watchedMs)} ms`
    return [breach(step.attempt, `another attempt after ${wordsOf(step.attempt.answered)}`, seen, 'attempts')]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

function wordsOf(answered: ScriptedAnswer): string {
  if (answered.kind !== 'answer') return `a ${withoutAnswer(answered)}`
  return answered.outlastsMs === undefined ? `a ${answered.status}` : 'an answer beyond the deadline'
}

/** Judges that the next attempt never starts before the deadline of one without an answer is over (R25). */
function waits({ steps, known }: RetrySeries, { spec, arrivals = [] }: Facts<Spec>): Verdict | undefined {
  const { delivery } = spec
  const bounds = { early: leastAfterDeadline(delivery), late: Number.POSITIVE_INFINITY }
  const verdicts = steps.slice(1, known).flatMap(({ attempt }, before): Verdict[] => {
    const previous = steps[before]
    if (previous?.attempt.answered.kind !== 'silence') return []
    const span = between(previous, attempt, delivery, deliveryClockOf(arrivals))
    const text = `the next attempt came ${shown(span)} after its start; allowed ${allowed(bounds)}`
    const breached = () =>
      breach(attempt, `no attempt before ${bounds.early} ms are over`, shown(span), 'time')
    return [decide(span, bounds, text, breached)]
  })
  return verdicts.length === 0 ? undefined : allDecided(verdicts)
}

/** Statements on the times of repeats, on what they follow, and on their end, wherever an event goes (8, 8.retry, R25, R26). */
export const retryStatements = (spec: Spec): readonly PlatformStandingClaim[] => [
  ...spec.delivery.attempts.flatMap(({ number }) =>
    number === 1
      ? []
      : [ofRetries(`retry-attempt-${number}`, (one, facts) => comesInTime(one, number, facts))],
  ),
  ofRetries('retry-ends-after-ten', ends),
  ofRetries('deleted-endpoint-gets-nothing', endsWithDeletion),
  ofRetries('retry-waits-for-the-deadline', waits),
  ...Object.keys(KINDS).map((requirement) =>
    ofRetries(requirement, (one, facts) => failsBy(requirement, one, facts)),
  ),
]
