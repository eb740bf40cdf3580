import type { Behaviour, BehaviourChange } from '../../behaviour.ts'
import type { WebhookKey } from '../../office/directory.ts'
import type { Shown } from '../../office/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** Stores webhook keys beside the back office, as a portal might that can show them again. */
const remembering =
  (
    change: (behaviour: Behaviour, texts: ReadonlyMap<string, string>) => ReturnType<BehaviourChange>,
  ): BehaviourChange =>
  (behaviour) => {
    const texts = new Map<string, string>()
    const changes = change(behaviour, texts)
    return {
      ...changes,
      webhookKeys: {
        ...changes.webhookKeys,
        create(partner, platform) {
          const made = behaviour.webhookKeys.create(partner, platform)
          texts.set(made.made.id, made.secret)
          return made
        },
      },
    }
  }

/** Finds the webhook key with a given text. */
const keyOf = (given: string, { directory }: Platform): WebhookKey | undefined =>
  [...directory.webhookKeys.values()].find(({ secret }) => secret.is(given))

/** Defects of webhook keys (2.6, 5.rule.7). */
export const webhookKeyMutants: readonly Mutant[] = [
  {
    id: 'any-webhook-key-opens-accounts',
    says: 'Any text is accepted as a webhook key',
    kills: ['webhook-key-registers-accounts'],
    change: ({ webhookKeys }) => ({
      webhookKeys: {
        opening: (given, platform) =>
          webhookKeys.opening(given, platform) ??
          (keyOf(given, platform) === undefined
            ? [...platform.directory.webhookKeys.values()][0]
            : undefined),
      },
    }),
  },
  {
    id: 'no-accounts-for-keys-made-after-a-revocation',
    says: 'Webhook keys that are made after a revocation are revoked from the start',
    kills: ['webhook-key-registers-accounts'],
    change({ webhookKeys }) {
      const marked = new Set<string>()
      const lost = new WeakSet<WebhookKey>()
      return {
        webhookKeys: {
          revoke(key, platform) {
            marked.add(key.partnerId)
            webhookKeys.revoke(key, platform)
          },
          create(partner, platform) {
            const made = webhookKeys.create(partner, platform)
            if (marked.has(partner.id)) lost.add(made.made)
            return made
          },
          opening(given, platform) {
            const key = webhookKeys.opening(given, platform)
            return key === undefined || lost.has(key) ? undefined : key
          },
        },
      }
    },
  },
  {
    id: 'revoked-webhook-keys-open-accounts',
    says: 'A revoked webhook key is shown as revoked, but works',
    kills: ['webhook-key-status-values'],
    change: () => ({ webhookKeys: { opening: keyOf } }),
  },
  {
    id: 'revoking-one-webhook-key-revokes-all',
    says: 'Revoking a webhook key revokes all webhook keys of the account',
    kills: ['webhook-key-status-values', 'webhook-key-registers-accounts'],
    change: ({ webhookKeys }) => ({
      webhookKeys: {
        revoke(key, platform) {
          for (const other of platform.directory.webhookKeys.values())
            if (other.partnerId === key.partnerId) webhookKeys.revoke(other, platform)
        },
      },
    }),
  },
  {
    id: 'revocation-shows-the-webhook-key',
    says: 'The answer to a revocation repeats the key that was revoked',
    kills: ['webhook-key-is-shown-once'],
    change: remembering(({ webhookKeys }, texts) => ({
      webhookKeys: {
        shown(key, platform): Shown {
          const shown = webhookKeys.shown(key, platform)
          return key.status === 'revoked' ? { ...shown, was: [texts.get(key.id)] } : shown
        },
      },
    })),
  },
  {
    id: 'one-webhook-key-for-an-account',
    says: 'Every webhook key of an account is the same text',
    kills: ['lost-secret-is-replaced'],
    change({ webhookKeys }) {
      const made = new Map<string, ReturnType<typeof webhookKeys.create>>()
      return {
        webhookKeys: {
          create(partner, platform) {
            const first = made.get(partner.id)
            const one = webhookKeys.create(partner, platform)
            if (first === undefined) made.set(partner.id, one)
            else platform.directory.webhookKeys.set(one.made.id, { ...one.made, secret: first.made.secret })
            return first === undefined ? one : { made: one.made, secret: first.secret }
          },
        },
      }
    },
  },
  {
    id: 'webhook-keys-sign',
    says: 'Once there is a webhook key, it signs what is delivered to its partner',
    kills: ['webhook-key-signs-nothing'],
    change: remembering(({ webhooks }, texts) => ({
      webhooks: {
        signingSecret(endpoint, platform, delivery) {
          const key = [...platform.directory.webhookKeys.values()].find(
            ({ partnerId }) => partnerId === endpoint.partnerId,
          )
          return texts.get(key?.id ?? '') ?? webhooks.signingSecret(endpoint, platform, delivery)
        },
      },
    })),
  },
  {
    id: 'webhook-keys-are-signing-secrets',
    says: 'The secret of a new endpoint is the latest webhook key of its partner',
    kills: ['webhook-key-signs-nothing'],
    change: remembering(({ endpoints }, texts) => ({
      endpoints: {
        register(request, platform) {
          const endpoint = endpoints.register(request, platform)
          const key = [...platform.directory.webhookKeys.values()].findLast(
            ({ partnerId }) => partnerId === endpoint.partnerId,
          )
          endpoint.secret = texts.get(key?.id ?? '') ?? endpoint.secret
          return endpoint
        },
      },
    })),
  },
]
