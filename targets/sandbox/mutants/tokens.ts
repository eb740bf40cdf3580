import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import { answerAsJson } from '../http/answer.ts'
import { rewritten } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Changes the JSON of the answer that issues a token. */
const issuing =
  (change: (body: Record<string, unknown>) => Record<string, unknown>): BehaviourChange =>
  ({ tokens }: Behaviour) => ({
    tokens: { issued: (token, platform) => rewritten(tokens.issued(token, platform), change) },
  })

/** Removes one condition of a token request. */
const without =
  (check: keyof Behaviour['tokenChecks']): BehaviourChange =>
  () => ({ tokenChecks: { [check]: () => undefined } })

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2))

/** Also accepts a client's secret that fits the right one in another way. */
const alsoTaking =
  (fits: (given: string, right: string) => boolean): BehaviourChange =>
  ({ tokenChecks }) => ({
    tokenChecks: {
      secret(form, platform) {
        const client = platform.directory.clients.get(form.get('client_id') ?? '')
        return client?.secret.is(form.get('client_secret') ?? '', fits) === true
          ? undefined
          : tokenChecks.secret(form, platform)
      },
    },
  })

/** Defects of the token endpoint (5). */
export const tokenMutants: readonly Mutant[] = [
  {
    id: 'token-answers-201',
    says: 'A token is created, so it is answered with 201',
    kills: ['token-answers-200'],
    change: ({ tokens }) => ({
      tokens: { issued: (token, platform) => ({ ...tokens.issued(token, platform), status: 201 }) },
    }),
  },
  {
    id: 'token-in-camel-case',
    says: 'The members of the token answer are written in camel case',
    kills: ['token-access-token', 'token-type-bearer', 'token-expires-in-3600'],
    change: issuing((body) => ({
      accessToken: body.access_token,
      tokenType: body.token_type,
      expiresIn: body.expires_in,
    })),
  },
  {
    id: 'token-empty',
    says: 'The token is put into a cookie and its member left empty',
    kills: ['token-access-token'],
    change: issuing((body) => ({ ...body, access_token: '' })),
  },
  {
    id: 'token-type-jwt',
    says: 'The token type is JWT instead of Bearer',
    kills: ['token-type-bearer'],
    change: issuing((body) => ({ ...body, token_type: 'JWT' })),
  },
  {
    id: 'token-type-as-a-list',
    says: 'The type of the token is a list of one word',
    kills: ['token-type-bearer'],
    change: issuing((body) => ({ ...body, token_type: [body.token_type] })),
  },
  {
    id: 'token-expires-in-text',
    says: 'The lifetime of the token is a string',
    kills: ['token-expires-in-3600'],
    change: issuing((body) => ({ ...body, expires_in: String(body.expires_in) })),
  },
  {
    id: 'token-expires-in-milliseconds',
    says: 'The lifetime of the token is given in milliseconds',
    kills: ['token-expires-in-3600'],
    change: issuing((body) => ({ ...body, expires_in: 3_600_000 })),
  },
  {
    id: 'token-expires-less-a-second',
    says: 'The time for signing a token is subtracted from its lifetime',
    kills: ['token-expires-in-3600'],
    change: issuing((body) => ({ ...body, expires_in: 3599 })),
  },
  {
    id: 'token-as-text',
    says: 'The token answer goes out as plain text',
    kills: ['token-json-content-type'],
    change: ({ tokens }) => ({
      tokens: {
        issued: (token, platform) => ({
          ...tokens.issued(token, platform),
          headers: { 'content-type': 'text/plain' },
        }),
      },
    }),
  },
  {
    id: 'token-for-any-secret',
    says: 'The secret of a known client is not checked',
    kills: ['token-wrong-secret-refused', 'token-missing-secret-refused', 'token-foreign-secret-refused'],
    change: without('secret'),
  },
  {
    id: 'token-for-half-a-secret',
    says: 'Only the first 32 bytes of a secret are compared, as in old password hashes',
    kills: ['token-wrong-secret-refused'],
    change: alsoTaking((one, right) => one.startsWith(half(right))),
  },
  {
    id: 'token-for-a-secret-in-any-case',
    says: 'Secrets are compared by a database that does not tell letters by their case',
    kills: ['token-wrong-secret-refused'],
    change: alsoTaking((one, right) => one.toLowerCase() === right.toLowerCase()),
  },
  {
    id: 'token-without-a-secret',
    says: 'A public client without a secret gets a token',
    kills: ['token-missing-secret-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        secret: (form, platform) =>
          form.has('client_secret') ? tokenChecks.secret(form, platform) : undefined,
      },
    }),
  },
  {
    id: 'token-for-any-partners-secret',
    says: 'The secret of any client is accepted',
    kills: ['token-foreign-secret-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        secret(form, platform) {
          const given = form.get('client_secret') ?? ''
          const known = [...platform.directory.clients.values()].some(({ secret }) => secret.is(given))
          return known ? undefined : tokenChecks.secret(form, platform)
        },
      },
    }),
  },
  {
    id: 'token-for-an-unknown-client',
    says: 'A client that is not known is created on its first request',
    kills: ['token-unknown-client-refused'],
    change: ({ clients }) => ({
      tokenChecks: {
        client(form, platform) {
          const { directory } = platform
          const [account] = directory.partners.values()
          if (!directory.clients.has(form.get('client_id') ?? '') && account !== undefined) {
            const { made, secret } = clients.create(account, { name: 'On its first request' }, platform)
            form.set('client_id', made.id)
            form.set('client_secret', secret)
          }
          return undefined
        },
      },
    }),
  },
  {
    id: 'token-without-a-client',
    says: 'A token request without a client id gets a token of the first client',
    kills: ['token-missing-client-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        parameters(form, platform) {
          if (!form.has('client_id')) form.set('client_id', [...platform.directory.clients.keys()][0] ?? '')
          return tokenChecks.parameters(form, platform)
        },
      },
    }),
  },
  {
    id: 'token-for-any-grant',
    says: 'The grant type is not checked',
    kills: ['token-other-grant-refused'],
    change: without('grantType'),
  },
  {
    id: 'refresh-grants-yield-tokens',
    says: 'The refresh grant is accepted with any refresh token',
    kills: ['token-other-grant-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        grantType: (form, platform) =>
          form.get('grant_type') === 'refresh_token' ? undefined : tokenChecks.grantType(form, platform),
      },
    }),
  },
  {
    id: 'token-for-any-scope',
    says: 'An unknown scope is ignored',
    kills: ['token-other-scope-refused'],
    change: without('scope'),
  },
  {
    id: 'token-for-a-longer-scope',
    says: 'A scope is recognized by its beginning',
    kills: ['token-other-scope-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        scope: (form, platform) =>
          form.get('scope')?.startsWith('quote') ? undefined : tokenChecks.scope(form, platform),
      },
    }),
  },
  {
    id: 'token-for-an-inactive-client',
    says: 'Inactive clients are not refused',
    kills: ['token-inactive-client-refused'],
    change: without('active'),
  },
  {
    id: 'token-for-a-disabled-account',
    says: 'The status of a client is checked, but not that of its account',
    kills: ['only-active-partners-authenticate'],
    change: without('account'),
  },
  {
    id: 'token-refused-in-the-envelope',
    says: 'A refused token request is answered with the envelope of the quote API',
    kills: ['token-error-body'],
    change: () => ({
      tokens: {
        refused: ({ description }) => answerAsJson(400, { status: 'error', error: { message: description } }),
      },
    }),
  },
]
