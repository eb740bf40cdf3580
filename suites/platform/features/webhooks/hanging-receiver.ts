import type { Arrival, Script } from '../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import { cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { heldUpOf } from '../../vocabulary/attempts/timing.ts'
import { SILENCE } from '../../vocabulary/attempts/too-late.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { attemptsOf, NOT_REACHED, quoteIdIn, typeOf } from '../../vocabulary/events/event.ts'
import { eachAtOnce, type Firsts } from './schedule/at-once.ts'

/** Fewer failures than open the circuit breaker. */
const QUOTES = 4

/** The first attempt at each event gets no response, and the second one succeeds. */
const ONCE_SILENT: Script = [SILENCE, { kind: 'answer', status: 200 }]

const STEP_MS = 500

/** Checks that an attempt without a response does not delay the first attempts of other events (8.retry, R25). */
export const hangingReceiver: PlatformScenario = scenario<Firsts>({
  id: 'webhooks/hanging-receiver',
  title: 'The first attempt at an event does not wait for other responses',
  needs: [{ offers: 'endpoints' }],
  exclusive: true,
  async drive({ quotes, webhooks, clock, facts, spec }) {
    const endpoint = await webhooks.open(['quote.created'])
    endpoint.answer(ONCE_SILENT, {
      concerns: (delivery) => typeOf(delivery) === 'quote.created',
      per: (delivery) => quoteIdIn(delivery) ?? '',
    })
    const made = await Promise.all(Array.from({ length: QUOTES }, () => quotes.reach('ready_to_bind')))
    const firsts = () => made.flatMap((quote) => attemptsOf(quote, endpoint)[0] ?? [])
    const patienceMs = facts.timing.rating + facts.timing.deliverySlack + 2 * spec.delivery.deadline.ms
    await webhooks.until(() => firsts().length === QUOTES, patienceMs, STEP_MS)
    const { deliverySlack: slackMs } = facts.timing
    return { firsts: firsts(), slackMs, heldUpMs: heldUpOf(clock, webhooks) }
  },
  claims: [claim('retry-attempt-1', atOnce, 'while others wait for their responses')],
})

function atOnce(trace: Firsts, facts: Facts<Spec>): Verdict {
  const { firsts } = trace
  if (firsts.length === 0) return cutOff(NOT_REACHED)
  const verdict = eachAtOnce(trace, facts)
  const isBeside = (one: Arrival) =>
    firsts.some(
      (other) => other !== one && other.earliest <= one.latest && (other.ended ?? Infinity) > one.earliest,
    )
  if (verdict.kind === 'passed' && firsts.length < QUOTES) return cannotTell('not each of the events came')
  return verdict.kind !== 'passed' || firsts.some(isBeside)
    ? verdict
    : cannotTell('no event came while an attempt at another one had no response')
}
