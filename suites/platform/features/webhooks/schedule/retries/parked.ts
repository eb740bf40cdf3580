import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { CannotTell, cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { furtherAttempt } from '../../../../vocabulary/attempts/further.ts'
import { FAILING } from '../../../../vocabulary/attempts/retry-trace.ts'
import { boundsOf, heldUpOf, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import { waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import { attemptsOf } from '../../../../vocabulary/events/event.ts'
import { type Part, part } from '../part.ts'
import { retriesMs } from './part.ts'

/** The attempts at one event whose endpoint was disabled whenever a repeat fell due. */
export interface ParkedTrace {
  readonly attempts: readonly Arrival[]
  /** How often the endpoint was enabled again, each time after the next repeat had fallen due. */
  readonly timesReenabled: number
  /** True when copies came before that: they may count as failures, or be repeated at other times than their originals. */
  readonly hasCopies: boolean
  /** How long the suite waited at the end without another attempt, in milliseconds. */
  readonly silenceMs: number
  readonly heldUpMs: number
}

/** Number of steps of the moved clock in one wait: most repeats can then be distinguished from copies. */
const STEPS = 40
/** Short enough to distinguish each copy from a repeat, in milliseconds. */
const SHARP_STEP_MS = 250

/** Additional wait until a repeat has certainly fallen due, in milliseconds. */
const MARGIN_MS = 2000

/**
 * Enables a disabled endpoint only when the next repeat has fallen due. Repeats may be lost or sent later, but there must be at
 * most ten attempts in all (8, R25, R27).
 */
export const parkedRepeats: Part = part<ParkedTrace>({
  id: 'parked',
  needs: ['register_endpoint', 'endpoint_status', 'enable_endpoint'],
  lastsMs: ({ delivery }) => 2 * retriesMs(delivery),
  async open(context, quotes) {
    const { webhooks, operator, clock, facts, spec } = context
    const { attempts: retrySteps, breaker } = spec.delivery
    const endpoint = await webhooks.open(['quote.created'])
    endpoint.answer(FAILING, quotes.named('shared'))
    const silenceMs = silenceOf(spec.delivery)
    return async ({ quote }) => {
      const attempts = () => attemptsOf(quote, endpoint)
      const count = () => fewestAttempts(attempts()).length
      const { rating, deliverySlack } = facts.timing
      if (!(await webhooks.until(() => count() > 0, rating + deliverySlack)))
        throw new CannotTell('nothing at all arrived at the receiver')
      let timesReenabled = 0
      let hasCopies = false
      for (let came = count(); came <= retrySteps.length; came = count()) {
        // A copy may count as a failure, too.
        const mayBeOut = attempts().length >= breaker.failures
        const isOut = mayBeOut && (await waitsUntilDisabled(context, endpoint)) === 'disabled'
        if (timesReenabled === 0) hasCopies = attempts().length > count()
        if (hasCopies) break
        if (isOut) {
          const dueMs = untilDue(came, spec.delivery, deliverySlack)
          clock.awaits('that a repeat falls due while its endpoint is out of service', dueMs)
          await clock.sleep(dueMs)
          await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
          timesReenabled += 1
        } else if (mayBeOut && timesReenabled === 0 && came >= breaker.failures) break
        const stepMs = timesReenabled === 0 ? SHARP_STEP_MS : silenceMs / STEPS
        if (!(await webhooks.watch(silenceMs, stepMs, () => count() > came))) break
      }
      return {
        attempts: attempts(),
        timesReenabled,
        hasCopies,
        silenceMs,
        heldUpMs: heldUpOf(clock, webhooks),
      }
    }
  },
  claims: [],
})

/** Time after which the next attempt has certainly fallen due, in milliseconds. */
function untilDue(came: number, delivery: DeliverySpec, slackMs: number): number {
  const { delayMs } = delivery.attempts[came] ?? { delayMs: 0 }
  return boundsOf(delayMs, delivery, slackMs).late + MARGIN_MS
}

/** Judges that there were at most ten attempts in all, whenever they came. */
export function noMoreThanTen(
  { attempts, timesReenabled, hasCopies, silenceMs, heldUpMs }: ParkedTrace,
  { attempts: retrySteps }: DeliverySpec,
): Verdict {
  if (hasCopies) return cannotTell('deliveries come with copies, which may go on by themselves')
  if (timesReenabled === 0) return cannotTell('no repeat fell due while the endpoint was out of service')
  const own = fewestAttempts(attempts)
  const further = own[retrySteps.length]
  if (further === undefined)
    return passed(`${own.length} attempts; watched for ${silenceMs} ms after the last one`)
  return furtherAttempt(further, retrySteps.length, heldUpMs)
}
