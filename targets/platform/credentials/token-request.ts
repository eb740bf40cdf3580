import type { NamedClient } from '../../../conformance/exchange.ts'
import type { TokenRequest } from '../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Canaries } from '../../evidence/canaries.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { ClientCredentials, PlatformProfile } from '../../profile/profile.ts'
import type { OutgoingRequest } from '../http/request-sender.ts'
import { prolonged, swappedCase, truncated, UNKNOWN_CLIENT } from './altered.ts'

/**
 * Makes a token request (section 5); everything has its right value unless chosen otherwise. The secret's default belongs to the
 * chosen client.
 *
 * @throws CannotTell when the profile lacks what a choice needs
 */
export function tokenRequest(
  request: TokenRequest,
  profile: PlatformProfile,
  redactor: Redactor,
  canaries: Canaries,
): OutgoingRequest {
  const { clientId = 'own', grantType = 'client_credentials', scope = 'quote', encoding = 'form' } = request
  const secret = secretFor(request, profile, canaries)
  if (secret) redactor.add(secret)
  const fields = Object.entries({
    client_id: clientId === null ? null : clientOf(request, profile).clientId,
    client_secret: secret,
    grant_type: grantType,
    scope,
  }).filter((field): field is [string, string] => field[1] !== null)
  const form = new URLSearchParams(fields).toString()
  const common = {
    operation: 'token',
    method: request.method ?? 'POST',
    client: namedBy(request),
    learn: (json: unknown) => redactor.learn(json),
  } as const
  const headers = [['accept', 'application/json'] as const, ['user-agent', 'quote-conformance'] as const]
  switch (encoding) {
    case 'form':
    case 'escaped-form': {
      const type = ['content-type', 'application/x-www-form-urlencoded'] as const
      const body = encoding === 'form' ? form : escapedForm(fields)
      return { ...common, url: profile.authUrl, headers: [...headers, type], body }
    }
    case 'json': {
      const type = ['content-type', 'application/json'] as const
      const body = JSON.stringify(Object.fromEntries(fields))
      return { ...common, url: profile.authUrl, headers: [...headers, type], body }
    }
    case 'query':
      return {
        ...common,
        url: `${profile.authUrl}${profile.authUrl.includes('?') ? '&' : '?'}${form}`,
        headers,
      }
  }
}

const escapedForm = (fields: readonly (readonly [string, string])[]): string =>
  fields
    .toReversed()
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join('&')

const escaped = (value: string): string =>
  encodeURIComponent(value).replace(
    /[^A-Za-z0-9%]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function namedBy({ client, clientId = 'own', clientSecret }: TokenRequest): NamedClient {
  const id = client === undefined ? (clientId ?? 'none') : 'made'
  const secret = typeof clientSecret === 'object' ? clientSecret && 'made too' : clientSecret
  return { id, secret: secret === null ? 'none' : (secret ?? (clientId === null ? 'own' : id)) }
}

type ClientName = NonNullable<TokenRequest['clientId']>

function clientFor(name: ClientName, { credentials }: PlatformProfile): ClientCredentials {
  switch (name) {
    case 'own':
      return credentials
    case 'unknown':
      return { ...credentials, clientId: UNKNOWN_CLIENT }
    case 'other-partner':
      if (!credentials.otherPartner) {
        throw new CannotTell('the profile has no second partner', 'credentials.other_partner')
      }
      return credentials.otherPartner
    case 'disabled-partner':
      if (!credentials.disabledPartner) {
        throw new CannotTell(
          'the profile has no partner whose account is not active',
          'credentials.disabled_partner',
        )
      }
      return credentials.disabledPartner
    case 'inactive':
      if (!credentials.inactiveClient) {
        throw new CannotTell('the profile has no inactive client', 'credentials.inactive_client')
      }
      return credentials.inactiveClient
  }
}

function clientOf({ client, clientId }: TokenRequest, profile: PlatformProfile): ClientCredentials {
  return client === undefined
    ? clientFor(clientId ?? 'own', profile)
    : { clientId: client.id, clientSecret: client.secret }
}

function secretFor(request: TokenRequest, profile: PlatformProfile, canaries: Canaries): string | null {
  const right = clientOf(request, profile).clientSecret
  const { clientSecret } = request
  if (clientSecret === undefined) return right
  if (clientSecret === null) return null
  if (typeof clientSecret === 'object') return clientSecret.secret
  switch (clientSecret) {
    case 'own':
    case 'other-partner':
    case 'inactive':
    case 'disabled-partner':
      return clientFor(clientSecret, profile).clientSecret
    case 'wrong':
      return canaries.clientSecret
    case 'truncated':
      return truncated(right)
    case 'prolonged':
      return prolonged(right)
    case 'swapped-case': {
      const swapped = swappedCase(right)
      if (swapped !== undefined) return swapped
      throw new CannotTell(
        'the client secret has no letters whose case could be swapped',
        'credentials.client_secret',
      )
    }
    case 'empty':
      return ''
  }
}
