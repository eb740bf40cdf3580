import { CannotTell } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { delaysMs } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { type Part, part } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { carryOut } from './carry-out.ts'
import { breakerClaims } from './claims.ts'
import { deletedClaims, deleteWhileOut } from './deleted.ts'
import { attemptsAt, type Breaking, MARGIN_MS } from './endpoints.ts'
import { type Failing, openFailing } from './openings.ts'
import { whileDisabled } from './out-of-service.ts'
import { plansOf, SHARED } from './plans.ts'
import { failAgain } from './reenabled.ts'
import { readSlowSuccess } from './slow-success.ts'
import type { BreakerTrace } from './trace.ts'

/** Checks that five failures within five minutes disable an endpoint until it is enabled again (8.breaker). */
export const circuitBreaker: Part = part<BreakerTrace>({
  id: 'breaker',
  needs: ['register_endpoint', 'endpoint_status', 'enable_endpoint'],
  lastsMs,
  async open(context, quotes) {
    const endpoints = await openFailing(context, quotes)
    return () => trip(context, endpoints, quotes)
  },
  claims: [...breakerClaims, ...deletedClaims],
})

/** The duration under the longer of the two readings: a retry schedule, the window, and the margins. */
function lastsMs({ delivery }: Spec): number {
  return delaysMs(delivery) + delivery.breaker.windowMs + 6 * MARGIN_MS
}

async function trip(
  context: PlatformContext,
  endpoints: Failing,
  quotes: ScheduleQuotes,
): Promise<BreakerTrace> {
  const { facts, spec } = context
  const { always, below } = endpoints
  // A platform rightly disables an endpoint that it cannot reach, so at least one attempt must arrive.
  const patienceMs = facts.timing.rating + facts.timing.deliverySlack
  const first = () => attemptsAt({ quotes }, always, 'shared')[0]
  if (!(await context.webhooks.until(() => first() !== undefined, patienceMs)))
    throw new CannotTell('nothing at all arrived at the receiver')
  const breaking: Breaking = {
    ...{ context, quotes, endpoints, began: first()?.earliest ?? context.clock.now() },
    make: (name) => quotes.make(name, () => context.quotes.create('ready_to_bind')),
  }
  const shared = await carryOut(breaking, SHARED)
  await shared.all
  const counts = (await shared.always) === 'disabled' ? 'attempts' : 'events'
  context.clock.awaits('that failures open a breaker, and are forgotten', lastsMs(spec))
  const { always: status, all } = await carryOut(breaking, plansOf(spec.delivery)[counts].opens)
  await status
  const isOut = (await statusOf(context, always)) === 'disabled'
  const watch = { out: always, working: below, beside: all }
  const outOfService = isOut
    ? await whileDisabled(breaking, watch, () => failAgain(breaking, counts))
    : undefined
  await all
  const slow = await readSlowSuccess(breaking)
  const deleted = await deleteWhileOut(breaking)
  return {
    ...{ countsAttempts: counts === 'attempts', secrets: always.secrets() },
    ...(outOfService && { outOfService }),
    ...(slow && { slow }),
    ...(deleted && { deleted }),
  }
}
