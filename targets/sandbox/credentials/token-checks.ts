import type { Platform } from '../platform.ts'
import type { TokenChecks, TokenRefusal } from './rules.ts'

const required = ['grant_type', 'client_id'] as const

const badClient: TokenRefusal = { code: 'invalid_client', description: 'client authentication failed' }

const clientOf = (form: URLSearchParams, { directory }: Platform) =>
  directory.clients.get(form.get('client_id') ?? '')

export const standardTokenChecks: TokenChecks<Platform> = {
  parameters(form) {
    const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1)
    if (repeated !== undefined)
      return { code: 'invalid_request', description: 'a parameter is given more than once' }
    const missing = required.find((name) => !form.get(name))
    return missing && { code: 'invalid_request', description: `${missing} is missing` }
  },
  grantType: (form) =>
    form.get('grant_type') === 'client_credentials'
      ? undefined
      : { code: 'unsupported_grant_type', description: 'grant_type must be client_credentials' },
  client: (form, platform) => (clientOf(form, platform) === undefined ? badClient : undefined),
  secret(form, platform) {
    const client = clientOf(form, platform)
    const given = form.get('client_secret') ?? ''
    return client === undefined || client.secret.is(given) ? undefined : badClient
  },
  active: (form, platform) => (clientOf(form, platform)?.status === 'inactive' ? badClient : undefined),
  account(form, platform) {
    const client = clientOf(form, platform)
    const partner = client && platform.directory.partners.get(client.partnerId)
    return partner === undefined || partner.status === 'active' ? undefined : badClient
  },
  scope(form) {
    const scope = form.get('scope')
    return scope === null || scope === 'quote'
      ? undefined
      : { code: 'invalid_scope', description: 'the only scope is quote' }
  },
}
