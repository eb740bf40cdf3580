import { all, cannotTell, failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { eachAnother, shownOnce } from '../../vocabulary/operator/secrets.ts'
import { isRefused, type OfficeStep, whenDone } from '../../vocabulary/operator/step.ts'
import { driveWebhookKeys, type WebhookKeysTrace } from './webhook-keys.ts'

/** Checks that webhook keys open accounts of the webhook portal and never sign deliveries (2.6, R36). */
export const webhookKeys: PlatformScenario = officeScenario<WebhookKeysTrace>({
  id: 'office/webhook-keys',
  title: 'A webhook key opens accounts until it is revoked, and signs nothing',
  needs: [{ operator: 'create_webhook_key' }],
  drive: driveWebhookKeys,
  claims: [
    officeClaim('webhook-key-registers-accounts', ({ active, unknown, other }) =>
      opens(active, isRefused(unknown, 'no account for a webhook key that nobody made'), other),
    ),
    // The first use may end a key, and no action shows its status.
    officeClaim('observe-webhook-key-used-twice', ({ again }) =>
      again.kind === 'left'
        ? again.verdict
        : observed(`a second account with the same key is ${again.kind === 'done' ? 'opened' : 'refused'}`),
    ),
    officeClaim('webhook-key-status-values', ({ active, revoke, revoked, other }) =>
      whenDone(revoke, () => {
        const verdict = isRefused(revoked, 'no account for a revoked webhook key')
        return verdict.kind === 'failed' ? verdict : opens(active, verdict, other)
      }),
    ),
    officeClaim('webhook-key-is-shown-once', ({ isItsOwnId }, { secrets }) =>
      isItsOwnId
        ? cannotTell(
            'the profile gives the key itself as its id',
            'operator.create_webhook_key.returns.webhook_key_id',
          )
        : shownOnce(secrets, 'webhook key'),
    ),
    officeClaim('lost-secret-is-replaced', (_seen, { secrets }) => eachAnother(secrets, 'webhook key')),
    officeClaim('webhook-key-signs-nothing', ({ deliveries }) => signsNothing(deliveries)),
  ],
})

/** Judges that active keys open accounts. A refusal of a wrong key decides only if an active one opens an account. */
function opens(active: OfficeStep, refusal: Verdict, other: OfficeStep): Verdict {
  if (refusal.kind === 'failed') return refusal
  return all([
    whenDone(active, () => passed()),
    refusal,
    other.kind === 'refused' && active.kind === 'done'
      ? failed({
          expected: 'an account for an active webhook key',
          observed: 'a refusal',
          exchange: other.exchange.id,
        })
      : whenDone(other, () => passed()),
  ])
}

function signsNothing(deliveries: WebhookKeysTrace['deliveries']): Verdict {
  if ('left' in deliveries) return deliveries.left
  const [arrival] = deliveries.signed
  return arrival === undefined
    ? passed(`${deliveries.came} deliveries came`)
    : failed({
        expected: 'a signature with the secret of the endpoint',
        observed: 'an account with a webhook key',
        at: 'x-platform-signature',
        arrival,
      })
}
