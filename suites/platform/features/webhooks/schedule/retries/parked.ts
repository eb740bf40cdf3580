import { CannotTell } from '../../../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { FAILING } from '../../../../vocabulary/attempts/retry-trace.ts'
import { boundsOf, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import { waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import { attemptsOf } from '../../../../vocabulary/events/event.ts'
import { type Part, part } from '../part.ts'
import { retriesMs } from './part.ts'

/** Number of steps of the moved clock in one wait: most repeats can then be distinguished from copies. */
const STEPS = 40
/** Short enough to distinguish each copy from a repeat, in milliseconds. */
const SHARP_STEP_MS = 250

/** Additional wait until a repeat has certainly fallen due, in milliseconds. */
const MARGIN_MS = 2000

/**
 * Enables a disabled endpoint only when the next repeat has fallen due. Repeats may be lost or sent later. A statement judges that there
 * are at most ten attempts in all (8, R25, R27).
 */
export const parkedRepeats: Part = part<void>({
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
      let wasEnabled = false
      for (let came = count(); came <= retrySteps.length; came = count()) {
        // A copy may count as a failure, too.
        const mayBeOut = attempts().length >= breaker.failures
        const isOut = mayBeOut && (await waitsUntilDisabled(context, endpoint)) === 'disabled'
        // Copies that are kept back would look like attempts.
        if (!wasEnabled && attempts().length > count()) break
        if (isOut) {
          const dueMs = untilDue(came, spec.delivery, deliverySlack)
          clock.awaits('that a repeat falls due while its endpoint is out of service', dueMs)
          await clock.sleep(dueMs)
          await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
          wasEnabled = true
        } else if (mayBeOut && !wasEnabled && came >= breaker.failures) break
        const stepMs = wasEnabled ? silenceMs / STEPS : SHARP_STEP_MS
        if (!(await webhooks.watch(silenceMs, stepMs, () => count() > came))) break
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
