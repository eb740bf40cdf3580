import { resolve } from 'node:path'
import type { Environment } from '../../conformance/environment.ts'
import type { JsonObject } from '../../conformance/json/object.ts'
import type { SourceDocument } from './document.ts'
import { milliseconds } from './duration.ts'
import type { NamedFiles } from './files.ts'
import type { OperatorRecipe, PlatformProfile, ProfileTiming } from './profile.ts'
import { programEnvironment, secretVariables } from './program-environment.ts'
import type { WrittenAction, WrittenClient, WrittenPartner, WrittenProfile } from './shapes/platform.ts'

/** Contents of the files that a profile names; undefined where it names none. */
type Contents = ReturnType<typeof readFiles>

/** Reads the files that a profile names. The file of an OpenAPI document is only tried, since its own reader follows references. */
export function readFiles(files: NamedFiles) {
  const address = files.name('/description')
  if (address === undefined || !isAddress(address)) files.text('/description', 'an OpenAPI document')
  else if (!URL.canParse(address)) files.wrong('/description', 'must be a valid address')
  return {
    submission: files.map('/submission'),
    receiverKey: files.text('/webhooks/tls/key', 'a PEM file'),
    receiverCert: files.text('/webhooks/tls/cert', 'a PEM file'),
    ca: files.certificates('/tls/ca'),
  }
}

/**
 * Makes a profile from a checked document: fills in defaults, converts durations to milliseconds, puts in what files hold.
 *
 * @param folder absolute; relative names start from it
 * @param env the environment of this process
 */
export function buildProfile(
  source: SourceDocument,
  {
    contents,
    folder,
    env,
  }: { readonly contents: Contents; readonly folder: string; readonly env: Environment },
): PlatformProfile {
  const written = source.value as WrittenProfile
  const { credentials, webhooks } = written
  const { env: passed = [], ...actions } = written.operator
  return {
    name: written.name ?? new URL(written.base_url).host,
    environment: written.environment,
    ...(written.api_version !== undefined && { apiVersion: written.api_version }),
    baseUrl: written.base_url.replace(/\/+$/, ''),
    authUrl: written.auth_url,
    ...(written.description !== undefined && {
      description: description(written.description, folder),
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
    ...(written.submission !== undefined && { submission: submission(written.submission, contents) }),
    outcomes: written.outcomes,
    ...(webhooks && {
      webhooks: {
        ...(webhooks.listen !== undefined && { listen: webhooks.listen }),
        ...(webhooks.public_url !== undefined && { publicUrl: webhooks.public_url }),
        ...(webhooks.signing_secret !== undefined && { signingSecret: webhooks.signing_secret }),
        ...(webhooks.tls && { tls: receiverTls(webhooks.tls, contents) }),
      },
    }),
    operator: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, recipe(action)])),
    timing: timing(written.timing),
    ...(contents.ca !== undefined && { ca: contents.ca }),
    folder,
    programEnv: programEnvironment(env, passed),
    operatorSecrets: [
      ...source.substituted.filter(({ key }) => key.startsWith('operator.')).map(({ value }) => value),
      ...secretVariables(env, passed),
    ],
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

function timing(written: WrittenProfile['timing']): ProfileTiming {
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

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

function description(written: string, folder: string) {
  return isAddress(written)
    ? ({ kind: 'url', location: written } as const)
    : ({ kind: 'file', location: resolve(folder, written) } as const)
}

const submission = (written: string | JsonObject, { submission: read }: Contents): JsonObject =>
  typeof written === 'string' ? (read ?? {}) : written

const receiverTls = (
  written: 'own' | object,
  { receiverKey: key = '', receiverCert: cert = '' }: Contents,
) => (written === 'own' ? written : { key, cert })
