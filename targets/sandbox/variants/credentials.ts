import type { BehaviourChange } from '../behaviour.ts'
import { answerAsJson, answerAsText } from '../http/answer.ts'
import { SealedSecret } from '../office/sealed-secret.ts'
import type { Random } from '../random.ts'
import { ofJson } from './changes.ts'
import type { Variant } from './variant.ts'

const SEEN_401 = ['observe-401-body', 'observe-401-challenge']

/** Gives the first client of each platform a secret that is a common word, so that many answers contain it. */
function firstSecret(word: string): BehaviourChange {
  const begun = new WeakSet<Random>()
  return ({ ids }) => ({
    ids: {
      clientSecret(random) {
        const made = ids.clientSecret(random)
        if (begun.has(random)) return made
        begun.add(random)
        return word
      },
    },
  })
}

/** Legal differences of tokens and keys (5, R20, R21). */
export const credentialVariants: readonly Variant[] = [
  {
    id: 'client-secret-is-a-word',
    says: 'The client secret is a common word, which stands in many answers too',
    choice: 'client secret',
    observes: [],
    change: firstSecret('quote'),
  },
  {
    id: 'token-type-in-capitals',
    says: 'The type of a token is written Bearer, and the answer has further members',
    choice: 'token answer',
    observes: ['observe-token-extra-fields'],
    change: ({ tokens }) => ({
      tokens: {
        issued: (token, platform) =>
          ofJson(tokens.issued(token, platform), (body) => ({
            ...body,
            token_type: 'Bearer',
            scope: 'quote',
          })),
      },
    }),
  },
  {
    id: 'token-without-cache-headers',
    says: 'Nothing is said about caching a token',
    choice: 'token headers',
    observes: ['observe-token-caching-header'],
    change: ({ tokens }) => ({
      tokens: {
        issued: (token, platform) => ({
          ...tokens.issued(token, platform),
          headers: { 'content-type': 'application/json;charset=UTF-8' },
        }),
      },
    }),
  },
  {
    id: 'bad-clients-get-400',
    says: 'A bad client is answered with 400',
    choice: 'token refusals',
    observes: [],
    change: () => ({
      tokens: { refused: ({ code }) => answerAsJson(400, { error: code }) },
    }),
  },
  {
    id: 'bad-secrets-are-unauthorized-clients',
    says: 'Every refusal at the token endpoint says unauthorized_client, with 403',
    choice: 'token refusals',
    observes: [
      'observe-token-query-credentials',
      'observe-token-request-as-json',
      'observe-token-several-scopes',
      'observe-token-without-grant',
      'token-error-status',
    ],
    change: () => ({
      tokens: {
        refused: () => answerAsJson(403, { error: 'unauthorized_client', error_uri: 'https://docs.example' }),
      },
    }),
  },
  {
    id: 'token-wants-a-scope',
    says: 'A token request without a scope gets no token',
    choice: 'absent scope',
    observes: ['token-missing-scope'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        scope: (form, platform) =>
          form.has('scope')
            ? tokenChecks.scope(form, platform)
            : { code: 'invalid_scope', description: 'none' },
      },
    }),
  },
  {
    id: 'token-for-one-of-several-scopes',
    says: 'Of several scopes the known one is granted',
    choice: 'several scopes',
    observes: ['observe-token-several-scopes'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        scope: (form, platform) =>
          form.get('scope')?.split(' ').includes('quote') ? undefined : tokenChecks.scope(form, platform),
      },
    }),
  },
  {
    id: 'keys-with-blanks-and-quotation-marks',
    says: 'An integration key is any text that a header may hold, with blanks, quotation marks and a backslash',
    choice: 'keys',
    observes: [],
    change: () => ({
      keys: {
        put({ keys }, slot, { random, clock }) {
          const secret = `key "${random.secret()}" & 'more'; 100% of \\${random.secret()}`
          keys[slot] = { secret: new SealedSecret(secret), createdAt: clock.now() }
          return secret
        },
      },
    }),
  },
  {
    id: 'keys-refused-with-403',
    says: 'A missing or wrong integration key is forbidden',
    choice: 'key refusals',
    observes: ['observe-status-codes', 'observe-missing-key-code', 'observe-wrong-key-code'],
    change: ({ access }) => ({
      access: {
        refused: (reason, operation, platform, visitor) => {
          const answer = access.refused(reason, operation, platform, visitor)
          return reason === 'no-key' || reason === 'bad-key' ? { ...answer, status: 403 } : answer
        },
      },
    }),
  },
  {
    id: 'a-missing-key-is-a-bad-request',
    says: 'A missing integration key is a bad request, and a wrong one finds nothing',
    choice: 'key refusals',
    observes: [
      'observe-policy-preview-refusal',
      'quote-proposal-404-wording',
      'observe-missing-key-code',
      'observe-wrong-key-code',
    ],
    change: ({ access }) => ({
      access: {
        refused: (reason, operation, platform, visitor) => {
          const answer = access.refused(reason, operation, platform, visitor)
          return { ...answer, status: reason === 'no-key' ? 400 : reason === 'bad-key' ? 404 : answer.status }
        },
      },
    }),
  },
  {
    id: 'refused-by-a-gateway',
    says: 'Bad tokens are refused by a gateway, in HTML',
    choice: '401 body',
    observes: SEEN_401,
    change: ({ access }) => ({
      access: {
        refused: (reason, operation, platform, visitor) => {
          const { status } = access.refused(reason, operation, platform, visitor)
          return {
            ...answerAsText(status, '<h1>Unauthorized</h1>'),
            headers: { 'content-type': 'text/html' },
          }
        },
      },
    }),
  },
  {
    id: 'refused-without-a-body',
    says: 'A 401 has neither a body nor a challenge',
    choice: '401 body',
    observes: SEEN_401,
    change: ({ access }) => ({
      access: {
        refused: (reason, operation, platform, visitor) => ({
          status: access.refused(reason, operation, platform, visitor).status,
          headers: {},
          body: '',
        }),
      },
    }),
  },
  {
    id: 'ids-before-credentials',
    says: 'An unknown quote is not found, with any credentials',
    choice: 'order of checks',
    observes: ['observe-order-of-checks'],
    change: ({ access }) => ({
      access: {
        refused: (reason, operation, platform, visitor) => {
          const id = visitor.url.split('/').at(-1)?.toLowerCase() ?? ''
          const isUnknown = operation === 'status' && !platform.quotes.has(id)
          return isUnknown
            ? platform.behaviour.answers.error(404, 'Quote not found.')
            : access.refused(reason, operation, platform, visitor)
        },
      },
    }),
  },
  {
    id: 'scheme-in-one-spelling',
    says: 'The scheme Bearer is taken in one spelling only',
    choice: 'scheme',
    observes: [],
    change: ({ access }) => ({
      access: {
        bearer: (visitor) =>
          /^Bearer \S/.test(visitor.headers.authorization ?? '') ? access.bearer(visitor) : undefined,
      },
    }),
  },
  {
    id: 'tokens-in-the-query-too',
    says: 'A token is taken from the query as well',
    choice: 'token in query',
    observes: ['observe-token-in-query'],
    change: ({ access }) => ({
      access: {
        bearer: (visitor) =>
          access.bearer(visitor) ??
          new URL(visitor.url, 'http://host').searchParams.get('access_token') ??
          undefined,
      },
    }),
  },
]
