import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenRequest } from '../../../../conformance/ports/platform.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'

/**
 * Makes a scenario that sends one or several token requests with one wrong thing, and then a right one. Statements judge them.
 *
 * @param valid a valid request; default that of the run's own client
 */
function refusal(
  name: string,
  requirement: string,
  title: string,
  ways: readonly TokenRequest[],
  credential?: 'inactive_client' | 'other_partner' | 'disabled_partner',
  valid?: TokenRequest,
): PlatformScenario {
  return scenario({
    id: `token/${name}`,
    title,
    needs: credential === undefined ? [] : [{ credential }],
    shows: [requirement, 'token-error-status', 'token-error-body'],
    async drive({ http }) {
      for (const request of ways) await http.requestToken(request)
      await http.requestToken(valid)
    },
    claims: [],
  })
}

/** Token requests of the second partner's client. */
const SECOND = { clientId: 'other-partner' } as const satisfies TokenRequest

/** Makes a scenario that sends invalid token requests of the second partner's client: it may be checked in another place. */
const refusalOfSecond = (
  name: string,
  requirement: string,
  title: string,
  ways: readonly TokenRequest[],
): PlatformScenario =>
  refusal(
    `${name}-of-second-partner`,
    requirement,
    title,
    ways.map((request) => ({ ...SECOND, ...request })),
    'other_partner',
    SECOND,
  )

const WRONG_SECRETS = [
  { clientSecret: 'wrong' },
  { clientSecret: 'truncated' },
  { clientSecret: 'prolonged' },
  { clientSecret: 'empty' },
] as const

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
    [{ clientSecret: 'swapped-case' }],
  ),
  refusal(
    'unknown-client-refused',
    'token-unknown-client-refused',
    'A client that nobody created gets no token',
    [{ clientId: 'unknown' }],
  ),
  refusal(
    'missing-client-refused',
    'token-missing-client-refused',
    'A token request without a client id gets no token',
    [{ clientId: null }],
  ),
  refusal(
    'inactive-client-refused',
    'token-inactive-client-refused',
    'An inactive client gets no token',
    [{ clientId: 'inactive', clientSecret: 'inactive' }],
    'inactive_client',
  ),
  refusal(
    'account-that-is-not-active',
    'only-active-partners-authenticate',
    'A client of an account that is not active gets no token',
    [{ clientId: 'disabled-partner', clientSecret: 'disabled-partner' }],
    'disabled_partner',
  ),
  refusal(
    'missing-secret-refused',
    'token-missing-secret-refused',
    'A token request without a client secret gets no token',
    [{ clientSecret: null }],
  ),
  refusal(
    'other-grant-refused',
    'token-other-grant-refused',
    'Another grant than client credentials yields no token',
    [{ grantType: 'password' }, { grantType: 'authorization_code' }, { grantType: 'refresh_token' }],
  ),
  refusal('other-scope-refused', 'token-other-scope-refused', 'Another scope than quote yields no token', [
    { scope: 'admin' },
    { scope: 'policy' },
    { scope: 'quot' },
    { scope: 'quotes' },
  ]),
  refusal(
    'foreign-secret-refused',
    'token-foreign-secret-refused',
    "Another client's secret yields no token",
    [{ clientSecret: 'other-partner' }],
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
    [{ clientSecret: 'own' }],
  ),
  refusalOfSecond(
    'missing-secret-refused',
    'token-missing-secret-refused',
    'A token request of the second partner without a secret gets no token',
    [{ clientSecret: null }],
  ),
  refusalOfSecond(
    'other-grant-refused',
    'token-other-grant-refused',
    "Another grant yields no token for the second partner's client",
    [{ grantType: 'password' }],
  ),
  refusalOfSecond(
    'other-scope-refused',
    'token-other-scope-refused',
    "Another scope yields no token for the second partner's client",
    [{ scope: 'admin' }],
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
