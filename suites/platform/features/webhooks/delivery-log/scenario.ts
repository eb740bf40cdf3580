import { all } from '../../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { eachShownOnce } from '../secrets.ts'
import { logClaims } from './claims.ts'
import { isGone } from './deletion.ts'
import { type DeliveryLogTrace, driveLog } from './drive.ts'
import { notCalledFailed } from './failed-for-good.ts'

/** Checks that an endpoint's delivery log has every received attempt, and is deleted with the endpoint (6, R36). */
export const deliveryLog: PlatformScenario = scenario<DeliveryLogTrace>({
  id: 'webhooks/delivery-log',
  title: 'The delivery log shows every attempt, and is gone with its endpoint',
  needs: [{ offers: 'endpoints' }, { operator: 'delivery_log' }],
  exclusive: true,
  drive: driveLog,
  claims: [
    ...logClaims<DeliveryLogTrace>(({ snapshots }) => snapshots),
    claim(
      'delivery-log-calls-it-failed',
      ({ snapshots }) => all(snapshots.map(notCalledFailed)),
      'and no other',
    ),
    claim('deleted-endpoint-loses-its-history', ({ deletions }) => all(deletions.map(isGone))),
    claim('signing-secret-is-shown-once', ({ secrets }) => eachShownOnce([secrets])),
  ],
})
