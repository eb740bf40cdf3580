import { answerAsJson } from '../http/answer.ts'
import type { Mutant } from './mutant.ts'

/** Defects of the token endpoint (5). */
export const tokenMutants: readonly Mutant[] = [
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
    id: 'token-refused-in-the-envelope',
    says: 'A refused token request is answered with the envelope of the quote API',
    kills: ['token-error-body'],
    change: () => ({
      tokens: {
        refused: ({ description }) => answerAsJson(400, { status: 'error', error: { message: description } }),
      },
    }),
  },
  {
    id: 'token-requests-begin-with-the-client',
    says: 'The first parameter of a token request counts as the client id, whatever its name',
    kills: ['token-answers-200'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        parameters: (form, platform) =>
          [...form.keys()][0] === 'client_id'
            ? tokenChecks.parameters(form, platform)
            : { code: 'invalid_client', description: 'client authentication failed' },
      },
    }),
  },
  {
    id: 'secrets-are-looked-up-by-account',
    says: 'A token request may use the secret of any client of the account',
    kills: ['token-foreign-secret-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        secret(form, platform) {
          const { clients } = platform.directory
          const asked = clients.get(form.get('client_id') ?? '')
          const given = form.get('client_secret') ?? ''
          const isKnown = [...clients.values()].some(
            (one) => one.partnerId === asked?.partnerId && one.status === 'active' && one.secret.is(given),
          )
          return isKnown ? undefined : tokenChecks.secret(form, platform)
        },
      },
    }),
  },
]
