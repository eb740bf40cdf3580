import { CannotTell } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { delaysMs } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import {
  statusOf,
  TAKES_EFFECT_MS,
  waitsUntilDisabled,
} from '../../../../vocabulary/events/endpoint-status.ts'
import type { Span } from '../../../../vocabulary/time/span.ts'
import { epochOf } from '../epoch.ts'
import { type Part, part } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { breakByAttempts } from './by-attempts.ts'
import { breakByEvents } from './by-events.ts'
import { breakerClaims } from './claims.ts'
import { deletedClaims, deleteWhileOut } from './deleted.ts'
import { attemptsAt, type Breaking, failuresAt, MARGIN_MS, watchAttempts } from './endpoints.ts'
import { type Failing, openFailing } from './openings.ts'
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
  const { failures } = spec.delivery.breaker
  const { always, below } = endpoints
  const epochs = new Map<string, Span>()
  const breaking: Breaking = {
    context,
    quotes,
    endpoints,
    async make(name) {
      const least = context.clock.now()
      const quote = await quotes.make(name, () => context.quotes.create('ready_to_bind'))
      const epoch = epochOf(quote, { least, most: context.clock.now() })
      if (epoch !== undefined) epochs.set(name, epoch)
      return quote
    },
    epochAt: (name) => epochs.get(name),
  }
  // A platform rightly disables an endpoint that it cannot reach, so at least one attempt must arrive.
  const patienceMs = facts.timing.rating + facts.timing.deliverySlack
  if (!(await context.webhooks.until(() => attemptsAt(breaking, always, 'shared').length > 0, patienceMs)))
    throw new CannotTell('nothing at all arrived at the receiver')
  const failed = () => withoutCopies(failuresAt(breaking, always, 'shared'))
  // Five failed attempts of one event come within seconds: this shows if attempts count.
  await watchAttempts(context, failures - 1, failed)
  const four = await statusOfAlways(breaking)
  await watchAttempts(context, failures, failed)
  const five = await statusOfAlways(breaking)
  const attempts = () => withoutCopies(attemptsAt(breaking, below, 'shared'))
  await watchAttempts(context, failures, attempts)
  await statusOf(context, below)
  const countsAttempts = [four, five].includes('disabled')
  const outOfService = countsAttempts ? await breakByAttempts(breaking) : await breakByEvents(breaking)
  const slow = await readSlowSuccess(breaking)
  const deleted = await deleteWhileOut(breaking)
  return {
    ...{ countsAttempts, secrets: always.secrets() },
    ...(outOfService && { outOfService }),
    ...(slow && { slow }),
    ...(deleted && { deleted }),
  }
}

/** Reads the status after some failures had time to take effect. */
const statusOfAlways = ({ context, endpoints }: Breaking): Promise<string | undefined> =>
  waitsUntilDisabled(context, endpoints.always, TAKES_EFFECT_MS)
