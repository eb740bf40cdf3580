import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { about } from '../../vocabulary/events/event.ts'
import { showService } from '../../vocabulary/events/in-service.ts'
import { isAcceptedBind } from '../../vocabulary/judge/accepted-bind.ts'
import { canHold, whileHeld } from '../../vocabulary/operator/hold.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'

/** Checks that an event goes to the endpoints registered when it arises, however old its quote is (6, R28). */
export const lateEndpoint: PlatformScenario = scenario({
  id: 'webhooks/late-endpoint',
  title: 'An endpoint gets events of quotes that were submitted before it was registered',
  needs: [{ offers: 'endpoints' }],
  exclusive: true,
  drive,
  claims: [],
})

async function drive(context: PlatformContext): Promise<void> {
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
  await showService(context, endpoint, !isComplete())
}

const OF_RATING = ['quote.created', 'quote.proposalReady'] as const

/** Says whether all events of a rating have come. */
const haveCome = (
  { spec }: PlatformContext,
  rated: SubmittedQuote | undefined,
  endpoint: WebhookEndpoint,
): boolean =>
  rated === undefined ||
  spec.delivery.events
    .filter(({ type }) => OF_RATING.some((one) => one === type))
    .every(({ type }) => about(rated, type, endpoint.arrivals()).length > 0)
