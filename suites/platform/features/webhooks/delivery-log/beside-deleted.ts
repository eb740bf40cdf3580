import type { Arrival, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import {
  all,
  cannotTell,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { tryAction } from '../../office/act.ts'
import { about } from '../event.ts'
import { statusOf } from '../schedule/endpoint-status.ts'

/** Events after the deletion of an endpoint, at another one with the same address. */
export interface BesideDeleted {
  readonly quotes: readonly Quote[]
  /** Status of the endpoint that is left; absent where it cannot be read. */
  readonly status?: string
  readonly left: readonly Arrival[]
  /** Deliveries to an endpoint at another address. */
  readonly elsewhere: readonly Arrival[]
}

/** Opens and deletes another endpoint with the same URL; returns false where the platform does not allow two of them. */
export async function deletedBeside(
  { webhooks, operator }: PlatformContext,
  endpoint: WebhookEndpoint,
  types: readonly string[],
): Promise<boolean> {
  if (!operator.can('delete_endpoint')) return false
  // With the same types: a platform may treat this as a change of the existing endpoint.
  const other = await webhooks.openBeside(endpoint, types).catch(unlessUnable)
  if (other === undefined || other.id === endpoint.id) return false
  return (await tryAction(operator, 'delete_endpoint', { endpoint_id: other.id })).step.kind === 'done'
}

/** Collects what came of the events of some quotes to the endpoint that is left, and to another one. */
export async function comeBeside(
  context: PlatformContext,
  quotes: readonly Quote[],
  left: WebhookEndpoint,
  elsewhere: WebhookEndpoint,
): Promise<BesideDeleted> {
  const status = await statusOf(context, left).catch(unlessUnable)
  return {
    quotes,
    ...(status !== undefined && { status }),
    left: left.arrivals(),
    elsewhere: elsewhere.arrivals(),
  }
}

/** Judges that an endpoint in service gets the events that another one gets (6). */
export function goesOn({ quotes, status, left, elsewhere }: BesideDeleted): Verdict {
  // A platform may have one endpoint for each address, and then nothing is left.
  if (status !== 'enabled')
    return cannotTell('nothing shows that the endpoint is still in service', 'operator.endpoint_status')
  const told = quotes.filter((quote) => about(quote, 'quote.created', elsewhere).length > 0)
  if (told.length === 0) return cannotTell('the events came nowhere')
  return all(
    told.map((quote) =>
      about(quote, 'quote.created', left).length > 0
        ? passed()
        : failed({
            expected: `quote.created of ${quote.id}, as at another endpoint`,
            observed: 'no such event',
            exchange: quote.submitted.id,
          }),
    ),
  )
}
