import { type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { driveBrokerFailures } from './drive.ts'

/**
 * Shows that the breaker counts failures of every type and kind, at the endpoints of every partner (8.breaker, R27). An endpoint
 * that was enabled again is like a new one. Statements judge it.
 */
export const brokerFailures: PlatformScenario = scenario({
  id: 'webhooks/broker-failures',
  title: 'Failed broker.added events open the breaker, even after it opened before',
  needs: [
    { offers: 'endpoints' },
    { operator: 'add_broker' },
    { operator: 'endpoint_status' },
    { operator: 'enable_endpoint' },
  ],
  exclusive: true,
  drive: driveBrokerFailures,
  claims: [],
})
