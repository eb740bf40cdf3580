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
import { heldUpOf, unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { EARLY, isEarly, LATE, mayHaveMissedDeadline } from '../outcomes/late-answer.ts'
import { LEFT_MS } from '../outcomes/trace.ts'
import { type Part, part } from '../part.ts'

/** The deliveries of several simultaneous events, at two endpoints. */
interface TogetherTrace {
  /** For each event, at the endpoint that answers after seven seconds. */
  readonly slow: readonly (readonly Arrival[])[]
  /** For each event, at one that answers at once: if deliveries repeat there, the other endpoint decides nothing. */
  readonly prompt: readonly (readonly Arrival[])[]
  readonly watchedMs: number
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
    const { webhooks, operator, clock } = context
    const brokers = Array.from({ length: EVENTS }, () => newBroker(context))
    const slow = await webhooks.open(['broker.added'])
    const prompt = await webhooks.open(['broker.added'])
    slow.answer([AFTER_SEVEN_SECONDS], {
      concerns: (delivery) => brokers.some(({ name }) => isNamed(delivery, name)),
    })
    // Each of several events that fail at the same moment has repeats of its own.
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
        watchedMs: WATCH_MS,
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
