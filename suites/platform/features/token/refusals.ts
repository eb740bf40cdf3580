import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenRequest } from '../../../../conformance/ports/platform.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { noTokenIn, oauthError } from '../../vocabulary/judge/no-token.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'

interface Trace {
  readonly attempts: readonly { readonly name: string; readonly exchange: Exchange }[]
  /** A valid request of the same client, sent last. */
  readonly counterpart: Exchange
}

/**
 * Makes a scenario that sends one or several invalid token requests for one requirement.
 *
 * @param valid a valid request; default that of the run's own client
 */
function refusal(
  name: string,
  requirement: string,
  title: string,
  ways: Readonly<Record<string, TokenRequest>>,
  credential?: 'inactive_client' | 'other_partner' | 'disabled_partner',
  valid?: TokenRequest,
): PlatformScenario {
  return scenario<Trace>({
    id: `token/${name}`,
    title,
    needs: credential === undefined ? [] : [{ credential }],
    async drive({ http }) {
      const attempts: { name: string; exchange: Exchange }[] = []
      for (const [name, request] of Object.entries(ways))
        attempts.push({ name, exchange: await http.requestToken(request) })
      return { attempts, counterpart: await http.requestToken(valid) }
    },
    claims: [
      claim(requirement, (trace) =>
        withCounterpart(trace, all(trace.attempts.map(({ exchange }) => noTokenIn(exchange)))),
      ),
      claim('token-error-status', ({ attempts }) =>
        all(attempts.map(({ exchange }) => statusIs(exchange, 400, 401))),
      ),
      claim('token-error-body', ({ attempts }) => formOfRefusals(attempts.map(({ exchange }) => exchange))),
    ],
  })
}

/** Token requests of the second partner's client. */
const SECOND = { clientId: 'other-partner' } as const satisfies TokenRequest

/** Makes a scenario that sends invalid token requests of the second partner's client: it may be checked in another place. */
const refusalOfSecond = (
  name: string,
  requirement: string,
  title: string,
  ways: Readonly<Record<string, TokenRequest>>,
): PlatformScenario =>
  refusal(
    `${name}-of-second-partner`,
    requirement,
    title,
    Object.fromEntries(Object.entries(ways).map(([way, request]) => [way, { ...SECOND, ...request }])),
    'other_partner',
    SECOND,
  )

const WRONG_SECRETS = {
  wrong: { clientSecret: 'wrong' },
  truncated: { clientSecret: 'truncated' },
  prolonged: { clientSecret: 'prolonged' },
  empty: { clientSecret: 'empty' },
} as const

/** Checks that invalid requests yield no token (5.rule.4, R20). */
export const tokenRefusals: readonly PlatformScenario[] = [
  refusal(
    'wrong-secret-refused',
    'token-wrong-secret-refused',
    'A wrong client secret yields no token',
    WRONG_SECRETS,
  ),
  refusal(
    'secret-in-other-case',
    'token-wrong-secret-refused',
    'The client secret in another case yields no token',
    { 'other case': { clientSecret: 'swapped-case' } },
  ),
  refusal(
    'unknown-client-refused',
    'token-unknown-client-refused',
    'A client that nobody created gets no token',
    {
      unknown: { clientId: 'unknown' },
    },
  ),
  refusal(
    'missing-client-refused',
    'token-missing-client-refused',
    'A token request without a client id gets no token',
    {
      missing: { clientId: null },
    },
  ),
  refusal(
    'inactive-client-refused',
    'token-inactive-client-refused',
    'An inactive client gets no token',
    { inactive: { clientId: 'inactive', clientSecret: 'inactive' } },
    'inactive_client',
  ),
  refusal(
    'account-that-is-not-active',
    'only-active-partners-authenticate',
    'A client of an account that is not active gets no token',
    { disabled: { clientId: 'disabled-partner', clientSecret: 'disabled-partner' } },
    'disabled_partner',
  ),
  refusal(
    'missing-secret-refused',
    'token-missing-secret-refused',
    'A token request without a client secret gets no token',
    {
      missing: { clientSecret: null },
    },
  ),
  refusal(
    'other-grant-refused',
    'token-other-grant-refused',
    'Another grant than client credentials yields no token',
    {
      password: { grantType: 'password' },
      'authorization code': { grantType: 'authorization_code' },
      'refresh token': { grantType: 'refresh_token' },
    },
  ),
  refusal('other-scope-refused', 'token-other-scope-refused', 'Another scope than quote yields no token', {
    admin: { scope: 'admin' },
    policy: { scope: 'policy' },
    prefix: { scope: 'quot' },
    'longer word': { scope: 'quotes' },
  }),
  refusal(
    'foreign-secret-refused',
    'token-foreign-secret-refused',
    "Another client's secret yields no token",
    { foreign: { clientSecret: 'other-partner' } },
    'other_partner',
  ),
  refusalOfSecond(
    'wrong-secret-refused',
    'token-wrong-secret-refused',
    "A wrong secret yields no token for the second partner's client",
    WRONG_SECRETS,
  ),
  refusalOfSecond(
    'foreign-secret-refused',
    'token-foreign-secret-refused',
    "The secret of the run's own client yields no token for the second partner's client",
    { foreign: { clientSecret: 'own' } },
  ),
  refusalOfSecond(
    'missing-secret-refused',
    'token-missing-secret-refused',
    'A token request of the second partner without a secret gets no token',
    { missing: { clientSecret: null } },
  ),
  refusalOfSecond(
    'other-grant-refused',
    'token-other-grant-refused',
    "Another grant yields no token for the second partner's client",
    { password: { grantType: 'password' } },
  ),
  refusalOfSecond(
    'other-scope-refused',
    'token-other-scope-refused',
    "Another scope yields no token for the second partner's client",
    { admin: { scope: 'admin' } },
  ),
  scenario<{ withoutGrant: Exchange; moreScopes: Exchange; get: Exchange; inQuery: Exchange }>({
    id: 'token/open-ways',
    title: 'The answers to token requests that the specification does not describe',
    async drive({ http }) {
      return {
        withoutGrant: await http.requestToken({ grantType: null }),
        moreScopes: await http.requestToken({ scope: 'quote admin' }),
        inQuery: await http.requestToken({ encoding: 'query' }),
        get: await http.requestToken({ method: 'GET', encoding: 'query' }),
      }
    },
    claims: [
      claim('observe-token-without-grant', ({ withoutGrant }) => observedAnswer(withoutGrant)),
      claim('observe-token-several-scopes', ({ moreScopes }) => observedAnswer(moreScopes)),
      claim('observe-token-query-credentials', ({ inQuery }) => observedAnswer(inQuery)),
      claim('observe-token-by-get', ({ get }) => observedAnswer(get)),
    ],
  }),
]

/** Judges the error bodies of refusals. Another claim judges requests that were not refused. */
function formOfRefusals(exchanges: readonly Exchange[]): Verdict {
  const refusals = exchanges.filter((exchange) => !succeeded(exchange))
  return refusals.length === 0 ? cannotTell('nothing was refused') : all(refusals.map(oauthError))
}

function withCounterpart({ counterpart }: Trace, verdict: Verdict): Verdict {
  return verdict.kind !== 'passed' || succeeded(counterpart)
    ? verdict
    : cutOff('a right token request was refused too')
}
