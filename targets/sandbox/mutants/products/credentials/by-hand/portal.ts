import type { BehaviourChange } from '../../../../behaviour.ts'
import type { IntegrationKey, WebhookKey } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { after, instead } from '../../../instead.ts'
import { rememberingKeys } from '../../deliveries/by-hand/messages.ts'
import { changesTogether } from '../../product.ts'

/** Finds the webhook key with a given text. */
const keyOf = (given: string, { directory }: Platform): WebhookKey | undefined =>
  [...directory.webhookKeys.values()].find(({ secret }) => secret.is(given))

/** Defects of accounts, clients, integration keys and webhook keys (2.6, 5.rule.2 to 5.rule.8). */
export const PORTAL_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'known-addresses-start-active': instead('accounts.register', (usual, { email, ...rest }, platform) => {
    const isKnown = [...platform.directory.partners.values()].some(
      ({ status, members }) => status === 'active' && members.some((one) => one.email === email),
    )
    const partner = usual({ ...rest, email: isKnown ? `again.${email}` : email }, platform)
    if (isKnown) partner.status = 'active'
    return partner
  }),
  'denied-accounts-stay-pending': instead('accounts.decide', (usual, partner, to, platform) => {
    if (to !== 'denied') usual(partner, to, platform)
  }),
  'disabling-one-account-disables-others'(base) {
    let isEmpty = false
    return changesTogether([
      after('accounts.decide', (_, __, to) => {
        isEmpty ||= to === 'disabled'
      }),
      instead('tokenChecks.account', (usual, form, platform) => {
        const client = platform.directory.clients.get(form.get('client_id') ?? '')
        const partner = platform.directory.partners.get(client?.partnerId ?? '')
        if (!isEmpty || partner?.status !== 'active') return usual(form, platform)
        isEmpty = false
        return { code: 'invalid_client' as const, description: 'the account is not active' }
      }),
    ])(base)
  },
  'client-ids-carry-the-company': instead('ids.client', (usual, partnerId, random) =>
    usual(partnerId, random).replace(partnerId, partnerId.slice(0, 8)),
  ),
  'one-secret-for-all-clients'(base) {
    const secrets = new Map<string, string>()
    let partnerId = ''
    return changesTogether([
      instead('clients.create', (usual, partner, wish, platform) => {
        partnerId = partner.members.length > 0 ? partner.id : ''
        return usual(partner, wish, platform)
      }),
      instead('ids.clientSecret', (usual, random) => {
        const secret = secrets.get(partnerId) ?? usual(random)
        if (partnerId !== '') secrets.set(partnerId, secret)
        return secret
      }),
    ])(base)
  },
  'clients-start-inactive': after('clients.create', ({ made }, { members }) => {
    if (members.length > 0) made.status = 'inactive'
  }),
  'deactivations-turn-a-switch': instead('clients.setStatus', (usual, client, status, platform) => {
    const other = status === 'active' ? 'inactive' : 'active'
    usual(client, client.status === status ? other : status, platform)
  }),
  'clients-named-by-a-uuid': instead('ids.client', (_, __, random) => random.uuid()),
  'rotation-returns-the-old-key'(base) {
    const texts = new WeakMap<IntegrationKey, string>()
    return instead('keys.put', (usual, partner, slot, platform) => {
      const before = partner.keys[slot]
      const known = before === undefined ? undefined : texts.get(before)
      if (known !== undefined) return known
      const secret = usual(partner, slot, platform)
      const made = partner.keys[slot]
      if (made !== undefined) texts.set(made, secret)
      return secret
    })(base)
  },
  'rotation-replaces-the-key-of-the-first-account': instead('keys.put', (usual, partner, slot, platform) => {
    const [first] = platform.directory.partners.values()
    const secret = usual(partner, slot, platform)
    if (first !== undefined && first !== partner && partner.members.length > 0) usual(first, slot, platform)
    return secret
  }),
  'any-webhook-key-opens-accounts': instead('webhookKeys.opening', (usual, given, platform) => {
    const [first] = platform.directory.webhookKeys.values()
    return usual(given, platform) ?? (keyOf(given, platform) === undefined ? first : undefined)
  }),
  'no-accounts-for-keys-made-after-a-revocation'(base) {
    const marked = new Set<string>()
    const lost = new WeakSet<WebhookKey>()
    return changesTogether([
      after('webhookKeys.revoke', (_, { partnerId }) => void marked.add(partnerId)),
      after('webhookKeys.create', ({ made }, { id }) => {
        if (marked.has(id)) lost.add(made)
      }),
      instead('webhookKeys.opening', (usual, given, platform) => {
        const key = usual(given, platform)
        return key === undefined || lost.has(key) ? undefined : key
      }),
    ])(base)
  },
  'revoked-webhook-keys-open-accounts': instead('webhookKeys.opening', (_, given, platform) =>
    keyOf(given, platform),
  ),
  'revoking-one-webhook-key-revokes-all': instead('webhookKeys.revoke', (usual, { partnerId }, platform) => {
    for (const other of platform.directory.webhookKeys.values())
      if (other.partnerId === partnerId) usual(other, platform)
  }),
  'revocation-shows-the-webhook-key': rememberingKeys((texts) =>
    instead('webhookKeys.shown', (usual, key, platform) => ({
      ...usual(key, platform),
      ...(key.status === 'revoked' && { was: [texts.get(key.id)] }),
    })),
  ),
  'one-webhook-key-for-an-account'(base) {
    const made = new Map<string, ReturnType<typeof base.webhookKeys.create>>()
    return instead('webhookKeys.create', (usual, partner, platform) => {
      const first = made.get(partner.id)
      const one = usual(partner, platform)
      if (first === undefined) made.set(partner.id, one)
      else platform.directory.webhookKeys.set(one.made.id, { ...one.made, secret: first.made.secret })
      return first === undefined ? one : { made: one.made, secret: first.secret }
    })(base)
  },
}
