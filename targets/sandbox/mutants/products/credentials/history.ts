import type { BehaviourChange } from '../../../behaviour.ts'
import type { IntegrationKey, Slot } from '../../../office/directory.ts'
import { changesTogether } from '../product.ts'
import { type CredentialUse, useOf } from './use.ts'

/** The history of a partner's credentials, as far as the rules of the platform do not need it but these mutants do. */
export interface CredentialHistory {
  /** How many tokens each client was issued, by its id. */
  readonly issued: Map<string, number>
  /** How many requests came with each token, by its text. */
  readonly used: Map<string, number>
  /** Clients that were given a wrong secret, by their ids. */
  readonly wrongSecrets: Set<string>
  /** When clients became inactive, by their ids. */
  readonly deactivated: Map<string, number>
  /** Keys that the partner replaced, by their slots in turn, and when it did so last. */
  readonly replaced: { readonly slot: Slot; readonly key: IntegrationKey }[]
  replacedAt: number
  /** Keys that took the place of another one or stand beside one. */
  readonly laterKeys: Set<IntegrationKey>
  /** Its account was disabled and approved again. */
  approvedAgain: boolean
  /** Requests with its token or its key were refused. */
  refused: number
  /** It asked for a quote of another partner. */
  askedForOthers: boolean
}

/** Makes a change that depends on the history of the credentials of a request. */
export const alongCredentials =
  (change: (historyOf: (request: CredentialUse) => CredentialHistory) => BehaviourChange): BehaviourChange =>
  (base) => {
    const known = new Map<string, CredentialHistory>()
    const historyOf = (partnerId: string | undefined): CredentialHistory => {
      const history = known.get(partnerId ?? '') ?? newHistory()
      known.set(partnerId ?? '', history)
      return history
    }
    return changesTogether([notes(historyOf), change(({ partner }) => historyOf(partner?.id))])(base)
  }

const newHistory = (): CredentialHistory => ({
  issued: new Map(),
  used: new Map(),
  wrongSecrets: new Set(),
  deactivated: new Map(),
  replaced: [],
  replacedAt: Number.NEGATIVE_INFINITY,
  laterKeys: new Set(),
  approvedAgain: false,
  refused: 0,
  askedForOthers: false,
})

const oneMore = (counts: Map<string, number>, of: string): unknown =>
  counts.set(of, (counts.get(of) ?? 0) + 1)

const notes =
  (historyOf: (partnerId: string | undefined) => CredentialHistory): BehaviourChange =>
  ({ access, accounts, tokens, tokenChecks, keys, clients }) => ({
    accounts: {
      decide(partner, to, platform) {
        historyOf(partner.id).approvedAgain ||= partner.status === 'disabled' && to === 'active'
        accounts.decide(partner, to, platform)
      },
    },
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        const { partner } = useOf(visitor, platform)
        if (typeof token === 'string') historyOf(partner?.id).refused += 1
        else oneMore(historyOf(partner?.id).used, token.text)
        return token
      },
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        if (refusal !== undefined) historyOf(partner.id).refused += 1
        return refusal
      },
      sees(partner, quote, operation) {
        const isOwn = access.sees(partner, quote, operation)
        if (!isOwn) historyOf(partner.id).askedForOthers = true
        return isOwn
      },
    },
    tokens: {
      mint(client, platform) {
        oneMore(historyOf(client.partnerId).issued, client.id)
        return tokens.mint(client, platform)
      },
    },
    tokenChecks: {
      secret(form, platform) {
        const refusal = tokenChecks.secret(form, platform)
        const client = platform.directory.clients.get(form.get('client_id') ?? '')
        if (refusal !== undefined && client !== undefined)
          historyOf(client.partnerId).wrongSecrets.add(client.id)
        return refusal
      },
    },
    keys: {
      put(partner, slot, platform) {
        const [history, key] = [historyOf(partner.id), partner.keys[slot]]
        if (key !== undefined) {
          history.replaced.push({ slot, key })
          history.replacedAt = platform.clock.now()
        }
        const secret = keys.put(partner, slot, platform)
        const made = partner.keys[slot]
        if (made !== undefined && (key !== undefined || slot === 'secondary')) history.laterKeys.add(made)
        return secret
      },
    },
    clients: {
      setStatus(client, status, platform) {
        if (status === 'inactive')
          historyOf(client.partnerId).deactivated.set(client.id, platform.clock.now())
        clients.setStatus(client, status, platform)
      },
    },
  })
