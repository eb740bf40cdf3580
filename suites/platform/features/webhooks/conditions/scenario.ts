import type { Spec } from '../../../../../spec/spec.ts'
import { type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { excuseFor } from '../in-service.ts'
import { conditionClaims } from './claims.ts'
import { driveConditions } from './drive.ts'
import type { ConditionsTrace } from './judged.ts'

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Statements on events hold under every condition: one endpoint listens to all of them (6, R24, R28). */
export function eventConditions(spec: Spec): PlatformScenario {
  return scenario<ConditionsTrace>({
    id: 'webhooks/conditions',
    title: 'Events are right under holds, reviews, updates, other credentials and load',
    needs: [{ offers: 'webhooks' }],
    alone: true,
    async drive(context) {
      const { webhooks, facts } = context
      const endpoint = await webhooks.open(spec.delivery.events.map(({ type }) => type))
      const driven = await driveConditions({ context, endpoint })
      const partner = CLIENT_ID.exec(facts.clientId)?.[1]
      return {
        ...driven,
        arrivals: endpoint.arrivals(),
        ...(await excuseFor(context, endpoint)),
        ...(partner !== undefined && { partner }),
      }
    },
    claims: conditionClaims(spec),
  })
}
