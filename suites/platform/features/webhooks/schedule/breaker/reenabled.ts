import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { CountedFailures } from '../../../../../../model/endpoint/entries.ts'
import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { settledLog } from '../../delivery-log/settled.ts'
import { carryOut, RETRY_STEP_MS } from './carry-out.ts'
import { attemptsAt, type Breaking, failuresAt, MARGIN_MS } from './endpoints.ts'
import { BACK } from './every-type.ts'
import { watchDisabled } from './out-of-service.ts'
import { FIRST_AGAIN, NAMES_AGAIN, plansOf, UNDER_WAY } from './plans.ts'
import type { Reenabled } from './trace.ts'

/** Makes an endpoint that was enabled again fail four times, and five times after the window. In real time it does not wait for the window. */
export async function failAgain(breaking: Breaking, counts: CountedFailures): Promise<Reenabled> {
  const { clock, spec } = breaking.context
  const { fourAgain, fiveAgain, inRealTime } = plansOf(spec.delivery)[counts]
  const status = await (await carryOut(breaking, clock.virtual ? fourAgain : inRealTime)).always
  const { always, below } = breaking.endpoints
  const again = { attempts: attemptsAt(breaking, always, FIRST_AGAIN), log: await logAgain(breaking) }
  if (!clock.virtual || status !== 'enabled') return again
  await clock.sleep(spec.delivery.breaker.windowMs + MARGIN_MS)
  if ((await (await carryOut(breaking, fiveAgain)).always) !== 'disabled') return again
  await watchDisabled(breaking, { out: always, working: below }, ['out again', 'out at the end'])
  if (failuresAt(breaking, always, UNDER_WAY).length > 0) await enableWhenDue(breaking)
  return again
}

/**
 * Reads the log with the attempts since the endpoint was enabled, at events of every type. A log may show a single day, so
 * this comes before the endpoint is watched for another one.
 */
function logAgain({ context, quotes, endpoints: { always } }: Breaking): Promise<Logged> {
  const types = context.spec.delivery.events.map(({ type }) => type)
  const isOwn = (one: Arrival) =>
    [BACK, ...NAMES_AGAIN].some((name) => types.some((type) => quotes.isAbout(name, type, one)))
  return settledLog(context, { id: always.id, arrivals: () => always.arrivals().filter(isOwn) })
}

/** Enables the endpoint when the next repeat of an event has fallen due, and watches its further attempts. */
async function enableWhenDue(breaking: Breaking): Promise<void> {
  const { context, endpoints } = breaking
  const { webhooks, operator, spec } = context
  const { always } = endpoints
  await operator.perform('enable_endpoint', { endpoint_id: always.id })
  const count = () => fewestAttempts(failuresAt(breaking, always, UNDER_WAY)).length
  // Stops at one attempt too many, since some platforms never end.
  for (let came = -1; came < count() && count() <= spec.delivery.attempts.length; ) {
    came = count()
    await webhooks.watch(silenceOf(spec.delivery), RETRY_STEP_MS, () => count() > came)
  }
}
