import type { Arrival, Script, ScriptedAnswer } from '../../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../../conformance/scenario.ts'
import {
  cannotTell,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS, withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { delayBefore } from '../../../../vocabulary/attempts/retry-trace.ts'
import { boundsOf, heldUpOf, unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { tooFew } from '../../few-endpoints.ts'
import { EARLY, isEarly, LATE, mayHaveMissedDeadline } from '../outcomes/late-answer.ts'
import { LEFT_MS } from '../outcomes/trace.ts'
import { type Part, part } from '../part.ts'

/** The deliveries of several simultaneous events, at two endpoints. */
interface TogetherTrace {
  /** For each event, at the endpoint that answers after seven seconds. */
  readonly slow: readonly (readonly Arrival[])[]
  /** For each event, at one that answers at once: if deliveries repeat there, the other endpoint decides nothing. */
  readonly prompt: readonly (readonly Arrival[])[]
  /** For each event, at one that refuses it once; absent where no more endpoints can be registered. */
  readonly refusing?: readonly (readonly Arrival[])[]
  /** How the platform refused an endpoint, where it did. */
  readonly refusal?: string
  readonly watchedMs: number
  /** The end of the watch, in milliseconds of the scenario, and the slack of the platform. */
  readonly endMs: number
  readonly slackMs: number
  readonly heldUpMs: number
}

/** Number of repeated events that is a breach: random repeats (R25) would hardly be all at one endpoint. */
const SEVERAL = 3
/** One event more, since the first one may be alone for a moment. */
const EVENTS = SEVERAL + 1
/** Long enough for deliveries one after another, and a repeat. */
const WATCH_MS = 45_000
const STEP_MS = 250

const REFUSED_ONCE: Script = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 200 },
]
const AFTER_SEVEN_SECONDS: ScriptedAnswer = { kind: 'answer', status: 200, delayMs: 7000, atMost: true }

/** Checks that a delivery keeps its deadline while others to the same endpoint are in progress (8, R26). */
export const deliveriesUnderWay: Part = part<TogetherTrace>({
  id: 'under-way',
  needs: ['register_endpoint', 'add_broker'],
  lastsMs: () => WATCH_MS,
  async open(context) {
    const { webhooks, operator, clock, facts } = context
    const brokers = Array.from({ length: EVENTS }, () => newBroker(context))
    const registered = webhooks.since()
    const slow = await webhooks.open(['broker.added'])
    const prompt = await webhooks.open(['broker.added'])
    slow.answer([AFTER_SEVEN_SECONDS], {
      concerns: (delivery) => brokers.some(({ name }) => isNamed(delivery, name)),
    })
    const refusing = await webhooks.open(['broker.added']).catch(unlessUnable)
    for (const { name } of brokers)
      refusing?.answer(REFUSED_ONCE, { concerns: (delivery) => isNamed(delivery, name), copyMs: COPY_MS })
    return async ({ rated }) => {
      await rated
      await Promise.all(brokers.map((broker) => operator.perform('add_broker', { ...broker })))
      await webhooks.watch(WATCH_MS, STEP_MS)
      const byName = (arrivals: readonly Arrival[]) =>
        brokers.map(({ name }) => arrivals.filter((one) => isNamed(one, name)))
      return {
        slow: byName(slow.arrivals()),
        prompt: byName(prompt.arrivals()),
        ...(refusing && { refusing: byName(refusing.arrivals()) }),
        ...(refusing === undefined && { refusal: registered.refusal() ?? 'refused' }),
        watchedMs: WATCH_MS,
        endMs: clock.now(),
        slackMs: facts.timing.deliverySlack,
        heldUpMs: heldUpOf(clock, webhooks),
      }
    }
  },
  claims: [
    claim(
      'answer-at-7-seconds-is-success',
      (trace: TogetherTrace, { spec, arrivals }: Facts<Spec>) =>
        isDeliveredOnce(trace, spec.delivery, arrivals),
      'beside others to the same endpoint',
    ),
    claim(
      'retry-attempt-2',
      (trace: TogetherTrace, { spec }: { readonly spec: Spec }) => isEachRepeated(trace, spec.delivery),
      'of each of several events that failed at the same moment',
    ),
  ],
})

/** Judges that events which were answered in time are not delivered again. */
export function isDeliveredOnce(
  { slow, prompt, watchedMs, heldUpMs }: TogetherTrace,
  delivery: DeliverySpec,
  arrivals: readonly Arrival[] = [],
): Verdict {
  if (slow.some((own) => own.length === 0)) return cannotTell('an event did not arrive')
  const isRepeated = (own: readonly Arrival[]) => withoutCopies(own).length > 1
  if (slow.filter(isRepeated).length < SEVERAL)
    return slow.some(([first]) => isEarly(first, slow))
      ? cannotTell(EARLY)
      : passed(`watched for ${watchedMs} ms`)
  if (prompt.some(isRepeated)) return cannotTell('deliveries repeat now and then')
  const clock = deliveryClockOf(arrivals)
  const isLate = (own: readonly Arrival[]) => {
    const [first, next] = withoutCopies(own)
    return mayHaveMissedDeadline(first, next, 2, delivery, slow, clock)
  }
  const repeated = slow.filter((own) => isRepeated(own) && !isLate(own)).length
  if (repeated < SEVERAL) return cannotTell(LATE)
  const verdict = failed({
    expected: 'no further attempt at an event that was answered after 7 s',
    observed: `another one at ${repeated} of ${slow.length} events that came together`,
    at: 'attempts',
  })
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

/** Judges that each of several events is repeated which failed at the same moment: they are fewer than open the breaker. */
export function isEachRepeated(
  {
    refusing,
    refusal,
    watchedMs,
    endMs,
    slackMs,
    heldUpMs,
  }: Pick<TogetherTrace, 'refusing' | 'refusal' | 'watchedMs' | 'endMs' | 'slackMs' | 'heldUpMs'>,
  delivery: DeliverySpec,
): Verdict {
  const { breaker } = delivery
  if (refusing === undefined) return tooFew(refusal)
  if (refusing.some((own) => own.length === 0)) return cannotTell('an event did not arrive')
  const copies = refusing.flatMap((own) => own.slice(withoutCopies(own).length))
  if (refusing.length + copies.length >= breaker.failures)
    return cannotTell('failed attempts and their copies may have opened the breaker')
  const once = refusing.filter((own) => withoutCopies(own).length === 1)
  if (once.length === 0) return passed()
  const { late } = boundsOf(delayBefore(2, delivery), delivery, slackMs)
  const left = once.filter((own) => own.every(({ latest }) => latest + late < endMs)).length
  if (left === 0) return cannotTell('the watch ended before a second attempt was due')
  const verdict = failed({
    expected: 'a second attempt at each event',
    observed: `none at ${left} of ${refusing.length} events that failed together; watched for ${watchedMs} ms`,
    at: 'attempts',
    absence: true,
  })
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}
