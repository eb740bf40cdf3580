import type { Arrival, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isAcceptedBind } from '../../vocabulary/judge/accepted-bind.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'
import { canHold, whileHeld } from '../states/hold.ts'
import { about, mayBeOf } from './event.ts'
import { type Excused, excuseFor } from './in-service.ts'

/** Events of quotes that were submitted before the endpoint was registered. */
interface Trace extends Excused {
  /** A quote that was ready before the registration, and was bound and issued afterwards; absent where it was not issued. */
  readonly bound?: Quote
  /** A quote whose held rating ended in `ready_to_bind` after the registration; absent where there is none. */
  readonly rated?: Quote
  readonly arrivals: readonly Arrival[]
}

/** Checks that an event goes to the endpoints registered when it arises, however old its quote is (6, R28). */
export const lateEndpoint: PlatformScenario = scenario<Trace>({
  id: 'webhooks/late-endpoint',
  title: 'An endpoint gets events of quotes that were submitted before it was registered',
  needs: [{ offers: 'endpoints' }],
  exclusive: true,
  drive,
  claims: [
    claim('policy-created-emitted', (trace) => came(trace, trace.bound, 'policy.created')),
    claim('quote-created-emitted', (trace) => came(trace, trace.rated, 'quote.created')),
    claim('proposal-ready-emitted', (trace) => came(trace, trace.rated, 'quote.proposalReady')),
  ],
})

async function drive(context: PlatformContext): Promise<Trace> {
  const { api, quotes, webhooks, operator, facts, spec } = context
  const ready = await quotes.reach('ready_to_bind')
  const open = () => webhooks.open(spec.delivery.events.map(({ type }) => type))
  const held = canHold(operator, 'rating')
    ? await whileHeld(operator, 'rating', async () => ({
        quote: await quotes.create('ready_to_bind'),
        endpoint: await open(),
      }))
    : undefined
  const endpoint = held?.endpoint ?? (await open())
  const isRated = held !== undefined && (await quotes.settle(held.quote.id)).state === 'ready_to_bind'
  const isIssued =
    isAcceptedBind(await api.bind(ready.id), spec) && (await quotes.issue(ready.id)).state === 'issued'
  const rated = isRated ? held.quote : undefined
  const isComplete = () =>
    (!isIssued || about(ready, 'policy.created', endpoint.arrivals()).length > 0) &&
    haveCome(context, rated, endpoint)
  await webhooks.until(isComplete, facts.timing.proposal + facts.timing.deliverySlack)
  return {
    ...(isIssued && { bound: ready }),
    ...(rated && { rated }),
    arrivals: endpoint.arrivals(),
    ...(await excuseFor(context, endpoint, !isComplete())),
  }
}

const OF_RATING = ['quote.created', 'quote.proposalReady'] as const

/** Says whether all events of a rating have come. */
const haveCome = ({ spec }: PlatformContext, rated: Quote | undefined, endpoint: WebhookEndpoint): boolean =>
  rated === undefined ||
  spec.delivery.events
    .filter(({ type }) => OF_RATING.some((one) => one === type))
    .every(({ type }) => about(rated, type, endpoint.arrivals()).length > 0)

function came({ arrivals, excuse }: Trace, quote: Quote | undefined, type: string): Verdict {
  if (quote === undefined)
    return type === 'policy.created'
      ? cannotTell('the quote was not bound and issued')
      : cannotTell('no rating was held meanwhile, or it came elsewhere', 'operator.hold_rating')
  if (about(quote, type, arrivals).length > 0) return passed()
  if (excuse !== undefined) return excuse
  if (type === 'policy.created' && arrivals.some((one) => mayBeOf(one, quote)))
    return cannotTell(`${type} came, and names a customer that the suite does not know`)
  return failed({
    expected: `${type} of quote ${quote.id} at an endpoint that was registered after its submission`,
    observed: `none among ${arrivals.length} deliveries`,
    absence: true,
  })
}
