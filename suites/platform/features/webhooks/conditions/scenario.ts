import type { Spec } from '../../../../../spec/spec.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { type Office, officeOn } from '../../office/office.ts'
import { ownPartnerId } from '../../office/own-partner.ts'
import { excuseFor } from '../in-service.ts'
import { conditionClaims } from './claims.ts'
import { driveConditions } from './drive.ts'
import type { ConditionsTrace } from './judged.ts'

/** Creates one more client of the profile's own partner; undefined where it could not be created or not be deactivated later. */
async function clientOf({ operator, facts }: PlatformContext, office: Office) {
  const id = ownPartnerId(facts)
  if (id === undefined || !operator.can('create_client') || !operator.can('deactivate_client'))
    return undefined
  return (await office.createClient({ id, own: true })).client
}

/** Checks the statements on events under every condition, at one endpoint (6, R24, R28). */
export function eventConditions(spec: Spec): PlatformScenario {
  return scenario<ConditionsTrace>({
    id: 'webhooks/conditions',
    title: 'Events are right under holds, reviews, updates, other credentials and load',
    needs: [{ offers: 'webhooks' }],
    exclusive: true,
    async drive(context) {
      const { webhooks, facts } = context
      const endpoint = await webhooks.open(spec.delivery.events.map(({ type }) => type))
      const office = officeOn(context)
      const [second, deactivated] = [await clientOf(context, office), await clientOf(context, office)]
      const clients = { ...(second && { second }), ...(deactivated && { deactivated }) }
      const deactivate = async ({ id }: { readonly id: string }) => {
        await context.operator.perform('deactivate_client', { client_id: id })
        office.leavings.ended('client', id, 'inactive')
      }
      try {
        const conditions = await driveConditions({ context, endpoint, clients, deactivate })
        // From the client id only: the profile may write the same partner in another way.
        const partner = ownPartnerId({ clientId: facts.clientId })
        return {
          conditions,
          arrivals: endpoint.arrivals(),
          ...(await excuseFor(context, endpoint)),
          ...(partner !== undefined && { partner }),
          remains: await office.leavings.end(),
        }
      } finally {
        await office.leavings.end()
      }
    },
    claims: conditionClaims(spec),
  })
}
