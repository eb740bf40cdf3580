import type { Platform } from '../platform.ts'
import type { PortalAccount, WebhookKey } from './directory.ts'
import { Refusal } from './refusal.ts'
import type { WebhookKeyRules } from './rules.ts'
import { SealedSecret } from './sealed-secret.ts'

export const standardWebhookKeys: WebhookKeyRules<Platform> = {
  create({ id: partnerId }, { random, clock, directory }) {
    const secret = `whk_${random.secret()}`
    const key: WebhookKey = {
      id: random.uuid(),
      partnerId,
      secret: new SealedSecret(secret),
      createdAt: clock.now(),
      status: 'active',
    }
    directory.webhookKeys.set(key.id, key)
    return { made: key, secret }
  },
  revoke(key) {
    key.status = 'revoked'
  },
  opening: (given, { directory }) =>
    [...directory.webhookKeys.values()].find(({ status, secret }) => status === 'active' && secret.is(given)),
  openAccount({ partnerId }, { email, password }, { random, directory }) {
    const isTaken = [...directory.portalAccounts.values()].some(
      (account) => account.email.toLowerCase() === email.toLowerCase(),
    )
    if (isTaken) throw new Refusal('conflict', 'there is an account with this email', 'email')
    const account: PortalAccount = {
      id: random.uuid(),
      partnerId,
      email,
      password: SealedSecret.password(password),
    }
    directory.portalAccounts.set(account.id, account)
    return account
  },
  shown: ({ id, status, createdAt }, { behaviour }) => ({
    webhook_key_id: id,
    status,
    created_at: behaviour.formats.timestamp(createdAt),
  }),
}
