import { resolve } from 'node:path'
import type { SourceDocument } from './document.ts'
import { milliseconds } from './duration.ts'
import { readNamed, readNamedMap } from './files.ts'
import { profileInvalid } from './problem.ts'
import type { OperatorRecipe, PlatformProfile, Timing } from './profile.ts'
import type { WrittenAction, WrittenClient, WrittenPartner, WrittenProfile } from './shapes/platform.ts'

/**
 * Makes a profile from a checked document: fills in defaults, converts durations to milliseconds, reads files.
 *
 * @param folder absolute; relative names start from it
 * @throws ConformanceError PROFILE_INVALID when a file that it names cannot be used
 */
export function buildProfile(source: SourceDocument, folder: string): PlatformProfile {
  const written = source.value as WrittenProfile
  const { credentials, webhooks } = written
  return {
    name: written.name ?? new URL(written.base_url).host,
    environment: written.environment,
    ...(written.api_version !== undefined && { apiVersion: written.api_version }),
    baseUrl: written.base_url.replace(/\/+$/, ''),
    authUrl: written.auth_url,
    ...(written.description !== undefined && {
      description: description(written.description, folder, source),
    }),
    credentials: {
      ...partner(credentials),
      ...(credentials.secondary_integration_key !== undefined && {
        secondaryIntegrationKey: credentials.secondary_integration_key,
      }),
      ...(credentials.inactive_client && { inactiveClient: client(credentials.inactive_client) }),
      ...(credentials.other_partner && { otherPartner: partner(credentials.other_partner) }),
      ...(credentials.disabled_partner && { disabledPartner: partner(credentials.disabled_partner) }),
      ...(credentials.expired_token !== undefined && { expiredToken: credentials.expired_token }),
      ...(credentials.partner_id !== undefined && { partnerId: credentials.partner_id }),
    },
    ...(written.submission !== undefined && { submission: submission(written.submission, folder, source) }),
    outcomes: written.outcomes,
    ...(webhooks && {
      webhooks: {
        ...(webhooks.listen !== undefined && { listen: webhooks.listen }),
        ...(webhooks.public_url !== undefined && { publicUrl: webhooks.public_url }),
        ...(webhooks.signing_secret !== undefined && { signingSecret: webhooks.signing_secret }),
        ...(webhooks.tls && { tls: receiverTls(webhooks.tls, folder, source) }),
      },
    }),
    operator: Object.fromEntries(
      Object.entries(written.operator).map(([name, action]) => [name, recipe(action)]),
    ),
    timing: timing(written.timing),
    ...(written.tls.ca !== undefined && { ca: certificates(written.tls.ca, folder, source) }),
    folder,
    operatorSecrets: source.substituted
      .filter(({ key }) => key.startsWith('operator.'))
      .map(({ value }) => value),
  }
}

const client = (written: WrittenClient) => ({
  clientId: written.client_id,
  clientSecret: written.client_secret,
})

const partner = (written: WrittenPartner) => ({ ...client(written), integrationKey: written.integration_key })

function recipe({ http, command = [], returns }: WrittenAction): OperatorRecipe {
  if (!http) return { kind: 'command', command, returns }
  const { method, url, headers, body } = http
  return {
    kind: 'http',
    method: method.toUpperCase(),
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    returns,
  }
}

function timing(written: WrittenProfile['timing']): Timing {
  return {
    pollInterval: milliseconds(written.poll_interval),
    rating: milliseconds(written.rating),
    proposal: milliseconds(written.proposal),
    issue: milliseconds(written.issue),
    deliverySlack: milliseconds(written.delivery_slack),
    answer: milliseconds(written.answer),
    run: milliseconds(written.run),
    registration: milliseconds(written.registration),
    ...(written.longest_wait !== undefined && { longestWait: milliseconds(written.longest_wait) }),
  }
}

function description(written: string, folder: string, source: SourceDocument) {
  if (/^https?:\/\//i.test(written)) {
    if (!URL.canParse(written)) throw profileInvalid(source.place(['description']), 'must be a valid address')
    return { kind: 'url', location: written } as const
  }
  readNamed(written, folder, source.place(['description']), 'an OpenAPI document')
  return { kind: 'file', location: resolve(folder, written) } as const
}

function submission(
  written: string | Readonly<Record<string, unknown>>,
  folder: string,
  source: SourceDocument,
) {
  return typeof written === 'string' ? readNamedMap(written, folder, source.place(['submission'])) : written
}

function receiverTls(
  written: 'own' | { readonly key: string; readonly cert: string },
  folder: string,
  source: SourceDocument,
) {
  if (written === 'own') return written
  const read = (name: 'key' | 'cert') =>
    readNamed(written[name], folder, source.place(['webhooks', 'tls', name]), 'a PEM file')
  return { key: read('key'), cert: read('cert') }
}

/** The text of a PEM file with at least one certificate that `tls.ca` names. */
export function certificates(name: string, folder: string, source: SourceDocument): string {
  const place = source.place(['tls', 'ca'])
  const text = readNamed(name, folder, place, 'a PEM file')
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw profileInvalid(place, 'must be the name of a PEM file with at least one certificate')
  }
  return text
}
