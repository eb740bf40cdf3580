import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { KeyChoice, TokenChoice } from '../../../conformance/ports/platform.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import {
  type Meantime,
  type Standing,
  standingOfToken,
  standingTogether,
  type TokenLife,
  timeBetween,
} from '../../../model/access/standing.ts'
import type { Spec } from '../../../spec/spec.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { clientIdOf, decidedSince, madeClients } from './accounts.ts'
import { keysOfAccounts, standingOfMadeKey } from './made-keys.ts'
import { isOverBefore, meantimeOf } from './meantimes.ts'
import { endOf } from './timeline.ts'

/** Tokens that the server did not issue in this form; each must get 401 (5.rule.5, R21). */
export const INVALID_TOKENS = [
  'garbled',
  'tampered',
  'tampered-at-end',
  'truncated',
  'prolonged',
  'unsigned',
  'swapped-case',
  'integration-key',
] as const satisfies readonly TokenChoice[]

/** Wrong keys; none may succeed (R21). */
export const WRONG_KEYS = [
  'wrong',
  'wrong-twice',
  'tampered',
  'tampered-at-end',
  'truncated',
  'prolonged',
  'swapped-case',
  'empty',
  'client-secret',
] as const satisfies readonly KeyChoice[]

/** A token that was granted and kept. */
export interface KeptToken {
  readonly name: string
  readonly clientId: string
  /** Whose its client is: `own`, `other`, the id of an account; undefined where it is not known. */
  readonly partner: string | undefined
  /** The requests that were granted it, the first one first. */
  readonly grants: readonly Exchange[]
}

/** Whose it is, and what its only right answers are. */
interface Credential {
  readonly partner: string | undefined
  readonly standing: Standing
}

function partnerOfClient(one: Exchange, facts: Facts<Spec>): string | undefined {
  const { id = '' } = one.request.client ?? {}
  if (id === 'made') return madeClients(facts).get(clientIdOf(one))?.account
  return id === 'own' ? 'own' : id === 'other-partner' ? 'other' : undefined
}

/** All requests that were granted a token, whoever used it. */
const grantsIn = onceFor(({ exchanges }: Facts<Spec>) =>
  exchanges.filter((one) => one.operation === 'token' && succeeded(one)),
)

/** The tokens of a ledger that were kept, by their names. */
export const keptTokens = onceFor((facts: Facts<Spec>): ReadonlyMap<string, KeptToken> => {
  const byName = Map.groupBy(grantsIn(facts), ({ issues }) => issues)
  return new Map(
    [...byName].flatMap(([name, grants]): [string, KeptToken][] => {
      const [first] = grants
      if (name === undefined || first === undefined) return []
      return [[name, { name, grants, clientId: clientIdOf(first), partner: partnerOfClient(first, facts) }]]
    }),
  )
})

const movesIn = onceFor(({ exchanges }: Facts<Spec>) =>
  exchanges.filter(({ action }) => action?.name === 'advance_clock'),
)

/** Says whether a clock was moved while a request was under way. */
const meetsMove = (one: Exchange, facts: Facts<Spec>): boolean =>
  movesIn(facts).some(
    (move) => endOf(move).targetMs > one.targetMs && !isOverBefore(one, move) && !isOverBefore(move, one),
  )

/** The kept token that a request carries, and its life until then; undefined where its grant is not known. */
export function keptBy(
  use: Exchange,
  facts: Facts<Spec>,
): { readonly token: KeptToken; readonly life: TokenLife } | undefined {
  const token = keptTokens(facts).get(use.request.credentials?.token ?? '')
  const granted = token?.grants.findLast((one) => isOverBefore(one, use))
  if (token === undefined || granted === undefined) return undefined
  const lifetimeMs = facts.spec.token.expiresInSeconds * 1000
  const same = grantsIn(facts).filter((one) => clientIdOf(one) === token.clientId)
  const isRenewed = same.some(
    (one) =>
      isOverBefore(granted, one) &&
      one.issues !== undefined &&
      one.issues !== token.name &&
      timeBetween(meantimeOf(granted), meantimeOf(one)).most < lifetimeMs,
  )
  // A platform that does not show that it makes a new token each time may have handed out the same one to others.
  const last = isRenewed ? granted : (same.findLast((one) => one.startedAt <= use.startedAt) ?? granted)
  const life = { lifetimeMs, granted: meantimeOf(granted), prolonged: meantimeOf(last) }
  return { token, life: { ...life, mayBeEnded: mayBeEnded(token, life.granted, use, facts) } }
}

/** Its account was closed since the grant, or may have been. A token that was let in after it was approved again lives on. */
function mayBeEnded(
  { name, partner }: KeptToken,
  granted: Meantime,
  use: Exchange,
  facts: Facts<Spec>,
): boolean {
  const decided = decidedSince(partner, granted.from, use, facts)
  if (decided === undefined) return false
  const isLetIn = (one: Exchange) =>
    one.request.credentials?.token === name &&
    succeeded(one) &&
    isOverBefore(decided, one) &&
    isOverBefore(one, use)
  return decided.action?.name !== 'approve_partner' || !facts.exchanges.some(isLetIn)
}

/** Says whose the token of a request is, and if it is good. */
function tokenOf(use: Exchange, facts: Facts<Spec>): Credential {
  const { token = 'none', held: isKept = false } = use.request.credentials ?? {}
  if (isKept) {
    const kept = keptBy(use, facts)
    const isOpen =
      kept === undefined || meetsMove(use, facts) || kept.token.grants.some((one) => meetsMove(one, facts))
    const standing = isOpen ? 'open' : standingOfToken(kept.life, meantimeOf(use))
    return { partner: kept?.token.partner, standing }
  }
  const partner = token === 'other-partner' ? 'other' : 'own'
  // The suite renews its own tokens in time. One may still end on its way while the clock is moved.
  if (token === 'own' || token === 'other-partner')
    return { partner, standing: meetsMove(use, facts) ? 'open' : 'good' }
  const isRefused = ['none', 'expired', ...INVALID_TOKENS].includes(token)
  return { partner, standing: isRefused ? 'refused' : 'open' }
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ['primary', 'own'],
  ['secondary', 'own'],
  ['other-partner', 'other'],
])

/** Says whose the key of a request is, and if it is good. */
function keyOf(use: Exchange, facts: Facts<Spec>): Credential {
  const { key = 'none' } = use.request.credentials ?? {}
  const partner = KEYS.get(key)
  if (partner !== undefined) return { partner, standing: 'good' }
  const made = keysOfAccounts(facts).get(key)
  if (made !== undefined) return { partner: made.account, standing: standingOfMadeKey(made, use, facts) }
  const isRefused = ['none', ...WRONG_KEYS].includes(key)
  return { partner, standing: isRefused ? 'refused' : 'open' }
}

/** The credentials of a request, each with its own standing, and what follows for the request. */
export interface Access {
  readonly token: Credential
  readonly key: Credential
  /** Both are good by themselves, and they belong to two partners. */
  readonly isMixed: boolean
  readonly standing: Standing
}

const accessesIn = onceFor((_facts: Facts<Spec>) => new Map<Exchange, Access>())

/** Says whether the credentials of a request must be let in, must be refused, or may be either. */
export function accessOf(use: Exchange, facts: Facts<Spec>): Access {
  const known = accessesIn(facts)
  const access = known.get(use) ?? newAccessOf(use, facts)
  known.set(use, access)
  return access
}

function newAccessOf(use: Exchange, facts: Facts<Spec>): Access {
  const [token, key] = [tokenOf(use, facts), keyOf(use, facts)]
  const areKnown = token.partner !== undefined && key.partner !== undefined
  const isMixed =
    areKnown && token.partner !== key.partner && token.standing === 'good' && key.standing === 'good'
  const own = standingTogether(token.standing, key.standing)
  const standing = isMixed ? 'refused' : own === 'good' && !areKnown ? 'open' : own
  return { token, key, isMixed, standing }
}

/** The scheme before the token of a request, as it is written; undefined where it carries none in the standard way. */
export const bearerScheme = ({ request }: Exchange): string | undefined =>
  request.framing === undefined
    ? /^(bearer) /i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1]
    : undefined
