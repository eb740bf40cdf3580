import type { BehaviourChange } from '../../../behaviour.ts'
import type { IntegrationKey, Slot } from '../../../office/directory.ts'
import { after, instead } from '../../instead.ts'
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

const notes = (historyOf: (partnerId: string | undefined) => CredentialHistory): BehaviourChange =>
  changesTogether([
    instead('accounts.decide', (usual, partner, to, platform) => {
      historyOf(partner.id).approvedAgain ||= partner.status === 'disabled' && to === 'active'
      usual(partner, to, platform)
    }),
    after('access.token', (token, visitor, platform) => {
      const { partner } = useOf(visitor, platform)
      if (typeof token === 'string') historyOf(partner?.id).refused += 1
      else oneMore(historyOf(partner?.id).used, token.text)
    }),
    after('access.key', (refusal, _, partner) => {
      if (refusal !== undefined) historyOf(partner.id).refused += 1
    }),
    after('access.sees', (isOwn, partner) => {
      if (!isOwn) historyOf(partner.id).askedForOthers = true
    }),
    instead('tokens.mint', (usual, client, platform) => {
      oneMore(historyOf(client.partnerId).issued, client.id)
      return usual(client, platform)
    }),
    after('tokenChecks.secret', (refusal, form, platform) => {
      const client = platform.directory.clients.get(form.get('client_id') ?? '')
      if (refusal !== undefined && client !== undefined)
        historyOf(client.partnerId).wrongSecrets.add(client.id)
    }),
    instead('keys.put', (usual, partner, slot, platform) => {
      const [history, key] = [historyOf(partner.id), partner.keys[slot]]
      if (key !== undefined) {
        history.replaced.push({ slot, key })
        history.replacedAt = platform.clock.now()
      }
      const secret = usual(partner, slot, platform)
      const made = partner.keys[slot]
      if (made !== undefined && (key !== undefined || slot === 'secondary')) history.laterKeys.add(made)
      return secret
    }),
    instead('clients.setStatus', (usual, client, status, platform) => {
      if (status === 'inactive') historyOf(client.partnerId).deactivated.set(client.id, platform.clock.now())
      usual(client, status, platform)
    }),
  ])
