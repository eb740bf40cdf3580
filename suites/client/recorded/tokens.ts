import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { TokenMark } from '../../../conformance/ports/client.ts'
import { LEAST_FOR_EACH } from '../claims/tokens.ts'
import { isQuoteRequest, jsonAnswer } from '../vocabulary/requests.ts'
import { endMsOf } from './readers.ts'

/** A request may have left the client so long before it was recorded. */
const ON_THE_WAY_MS = 5000
/** A token that lives shorter is often renewed before it has served many requests. */
const LONG_LIVED_SECONDS = 600

const lifeOf = (grant: Exchange): number | undefined => {
  const answer = jsonAnswer(grant)
  return isObject(answer) && typeof answer.expires_in === 'number' ? answer.expires_in : undefined
}

/** A request that was granted a token which later requests may carry. */
export const isGrant = ({ operation, answer, issues }: Exchange): boolean =>
  operation === 'token' && answer?.status === 200 && issues !== undefined

/**
 * The exchanges of a ledger with the state that each token had when it was sent. It is `refused` after a 401, if it was accepted before. It is
 * `expired` where its lifetime was over, and the answer a 401.
 */
export function withTokenStates(given: readonly Exchange[]): readonly Exchange[] {
  const ends = new Map<string, number>()
  const accepted = new Set<string>()
  const refused = new Map<string, number>()
  const stateOf = (one: Exchange, bearer: string): TokenMark | undefined => {
    if ((refused.get(bearer) ?? Number.POSITIVE_INFINITY) <= one.targetMs) return 'refused'
    const isLate = one.targetMs > (ends.get(bearer) ?? Number.POSITIVE_INFINITY) + ON_THE_WAY_MS
    return isLate && one.answer?.status === 401 ? 'expired' : undefined
  }
  return given.map((one) => {
    const { credentials } = one.request
    if (isGrant(one))
      ends.set(one.issues ?? '', endMsOf(one) + (lifeOf(one) ?? Number.POSITIVE_INFINITY) * 1000)
    const { bearer } = credentials ?? {}
    if (credentials === undefined || bearer === undefined || !isQuoteRequest(one)) return one
    const state = stateOf(one, bearer)
    const { status = 500 } = one.answer ?? {}
    if (status === 401 && accepted.has(bearer))
      refused.set(bearer, Math.min(endMsOf(one), refused.get(bearer) ?? endMsOf(one)))
    else if (status < 500 && status !== 401) {
      accepted.add(bearer)
      refused.delete(bearer)
    }
    return state === undefined
      ? one
      : { ...one, request: { ...one.request, credentials: { ...credentials, token: state } } }
  })
}

/** By token, the requests that were granted it. */
const grantsIn = onceFor((exchanges: readonly Exchange[]) =>
  Map.groupBy(exchanges.filter(isGrant), ({ issues }) => issues),
)

/** By token, the requests that it served: a refused one, or one with a 5xx, is sent again. */
const servedIn = onceFor((exchanges: readonly Exchange[]) =>
  Map.groupBy(exchanges.filter(isServed), ({ request }) => request.credentials?.bearer),
)

const isServed = (one: Exchange): boolean => {
  const { status = 500 } = one.answer ?? {}
  return isQuoteRequest(one) && status < 500 && status !== 401
}

/**
 * The polls in a row of one client, with the requests for the tokens that they carry. Several workers may poll a quote in turn, each
 * with a token that serves many quotes. So where most tokens served enough requests altogether, those tokens are given with all that
 * they served. Undefined where tokens live for a short time.
 */
export function withTheirTokens(
  polls: readonly Exchange[],
  { exchanges }: Ledger,
): readonly Exchange[] | undefined {
  const bearers = [...new Set(polls.map(({ request }) => request.credentials?.bearer))]
  const grants = bearers.flatMap((bearer) => grantsIn(exchanges).get(bearer) ?? [])
  if (grants.some((one) => (lifeOf(one) ?? 0) < LONG_LIVED_SECONDS)) return undefined
  const servedBy = ({ issues }: Exchange) => servedIn(exchanges).get(issues) ?? []
  const used = grants.filter((one) => servedBy(one).length >= LEAST_FOR_EACH)
  const requests =
    used.length * 2 >= grants.length ? used.flatMap((one) => [one, ...servedBy(one)]) : [...grants, ...polls]
  return requests.toSorted((one, other) => one.targetMs - other.targetMs)
}

/** True where a token expired before the last request, so that a client that does not renew it would be seen. */
export const outlivesAToken = ({ exchanges }: Ledger): boolean => {
  const last = exchanges.findLast(isQuoteRequest)
  return exchanges.some((one) => {
    const life = isGrant(one) ? lifeOf(one) : undefined
    return life !== undefined && last !== undefined && endMsOf(one) + life * 1000 < last.targetMs
  })
}
