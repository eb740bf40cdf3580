import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { cannotTell, type Finding, failed, passed } from '../../../conformance/verdict.ts'
import { sessionClaim } from '../vocabulary/context.ts'
import { endedAt, isQuoteRequest, isSameRequest, jsonAnswer, nameOf } from '../vocabulary/requests.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'

/** The least number of requests for each token. With fewer, the client fetches a token for each step and caches none. */
export const LEAST_FOR_EACH = 3
/**
 * This many requests may carry a token that was refused before: sent in parallel, or by another worker that does not know it
 * yet.
 */
const MOST_STALE = 3
/** The largest number of attempts where every new token is refused too. */
const MOST_REFUSALS = 12

/** If this machine was delayed longer than this, a request with an expired token may have been sent in time. */
const MOST_HELD_UP_MS = 500

/** True for a request that must be sent again. A client that starts again may then fetch a new token. */
const isTrouble = ({ answer }: Exchange): boolean => answer === undefined || answer.status >= 500

const isStale = ({ request }: Exchange): boolean => request.credentials?.token === 'refused'

const granted = ({ operation, answer }: Exchange): boolean => operation === 'token' && answer?.status === 200

/**
 * Legal: a token that is fetched before it is needed, and one token for each of two workers. Also a new one after each 401, 5xx
 * or lost connection, and for each start of the client. A 401 for a token that was refused before justifies no further token.
 */
export const reusesItsToken = sessionClaim('client-reuses-its-token', (trace) =>
  each(trace, ({ requests, runs }) => {
    const tokens = requests.filter(granted)
    const sent = requests.filter(isQuoteRequest)
    if (tokens.length === 0 || sent.length === 0) return cannotTell('no request was sent with a token')
    const refused = sent.filter(({ answer }) => answer?.status === 401)
    const stale = refused.filter(isStale).length
    const reasons = requests.filter(isTrouble).length + refused.length - Math.max(0, stale - MOST_STALE)
    const others = tokens.length - reasons
    const starts = Math.max(1, runs.length)
    const served = sent.filter((one) => !isTrouble(one)).length - refused.length
    if (others <= starts || (stale <= MOST_STALE && served / others >= LEAST_FOR_EACH)) return passed()
    return stale <= MOST_STALE && others <= 2 * starts
      ? cannotTell('so few requests may come from two workers')
      : failed({
          expected: 'one token for many requests',
          observed: `${tokens.length} tokens for ${sent.length} requests, ${stale} of them with a token that was refused before`,
        })
  }),
)

/**
 * For how long the last token before a request had expired then, in milliseconds. Undefined where no answer says how long it lives.
 */
function expiredFor(one: Exchange, requests: readonly Exchange[]): number | undefined {
  const last = requests.findLast((other) => granted(other) && other.targetMs <= one.targetMs)
  const answer = last && jsonAnswer(last)
  return last !== undefined && isObject(answer) && typeof answer.expires_in === 'number'
    ? one.targetMs - endedAt(last) - answer.expires_in * 1000
    : undefined
}

/** Legal: any margin, even one longer than the token's lifetime, so that each request has its own token. */
export const renewsBeforeExpiry = sessionClaim('client-refreshes-before-expiry', (trace) =>
  each(trace, ({ requests, heldUpMs }) => {
    const sent = requests.filter(isQuoteRequest)
    const expired = sent.filter(({ request }) => request.credentials?.token === 'expired')
    const isSure = (one: Exchange) =>
      heldUpMs <= MOST_HELD_UP_MS || (expiredFor(one, requests) ?? 0) > heldUpMs
    const findings = expired
      .filter(isSure)
      .map((one) => finding(one, 'a token that has not expired', 'an expired one'))
    if (findings.length > 0) return failed(...findings)
    if (expired.length > 0) return cannotTell('this machine was held up while tokens expired')
    if (requests.filter(granted).length < 2) return cannotTell('the client was done before a token expired')
    return passed()
  }),
)

/** The requests that a 401 refused because of their token: without the right key a request is refused whatever its token is. */
const refusedIn = (requests: readonly Exchange[]): readonly Exchange[] =>
  requests.filter(
    (one) => isQuoteRequest(one) && one.answer?.status === 401 && one.request.credentials?.key === 'own',
  )

/** The breach of a client that goes on sending a refused token. Legal: some requests that were already under way with it. */
export function keepsARefusedToken(requests: readonly Exchange[]): Finding | undefined {
  const stale = refusedIn(requests).filter(isStale)
  const [surplus] = stale.slice(MOST_STALE)
  return (
    surplus && finding(surplus, 'the new token', `a token that was refused before, ${stale.length} times`)
  )
}

/** True where a request that was refused is sent again with another token. */
export const isSentAgain = (one: Exchange, later: readonly Exchange[]): boolean =>
  later.some((other) => isSameRequest(one, other) && other.request.credentials?.token === 'own')

/**
 * Legal: further requests between the 401 and the repeat, more than one new token, and some requests already under way with the
 * refused token. A client that begins every request with it keeps using the old token.
 */
export const renewsAfter401 = sessionClaim('client-renews-after-401', (trace) =>
  each(trace, ({ requests }) => {
    const refused = refusedIn(requests)
    const kept = keepsARefusedToken(requests)
    if (kept !== undefined) return failed(kept)
    let met = 0
    const findings = refused.flatMap((one): readonly Finding[] => {
      const later = requests.filter(({ targetMs }) => targetMs > one.targetMs)
      if (isSentAgain(one, later)) return []
      const renewed = later.some(granted)
      // It asked for a new token. Whether it asks again after a 5xx is judged by another claim.
      if (!renewed && later.some((other) => other.operation === 'token' && isTrouble(other))) {
        met += 1
        return []
      }
      const observed = renewed
        ? 'a new token was fetched, and the request was not sent again'
        : 'no new token was fetched'
      return [finding(one, `a new token, and ${nameOf(one)} again`, observed)]
    })
    if (met > 0 && findings.length === 0) return cannotTell('the token endpoint failed after a 401')
    return judged(refused.length, findings, 'nothing was answered with a 401')
  }),
)

/** Legal: a few more attempts, each with a new token. */
export const endsOn401 = sessionClaim('client-does-not-loop-on-401', (trace) =>
  each(trace, ({ requests }) => {
    const refused = requests.filter(({ answer }) => answer?.status === 401)
    const last = refused.at(-1)
    if (last === undefined) return cannotTell('nothing was answered with a 401')
    return refused.length > MOST_REFUSALS
      ? failed(finding(last, `at most ${MOST_REFUSALS} attempts`, `${refused.length} attempts`))
      : passed()
  }),
)
