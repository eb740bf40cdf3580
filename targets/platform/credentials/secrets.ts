import type { PlatformProfile } from '../../profile/profile.ts'

/** Headers whose values are no secrets. */
const OPEN_HEADER = /^(accept|accept-.*|content-type|content-length|user-agent)$/i

/** Every secret that a profile holds, those in operator recipes included. */
export function secretsOf(profile: PlatformProfile): readonly string[] {
  const { credentials, webhooks, operator } = profile
  const partners = [
    credentials,
    credentials.inactiveClient,
    credentials.otherPartner,
    credentials.disabledPartner,
  ]
  const open = new Set([profile.baseUrl, profile.authUrl, profile.name])
  return [
    ...partners.map((one) => one?.clientSecret),
    ...[credentials, credentials.otherPartner, credentials.disabledPartner].map((one) => one?.integrationKey),
    credentials.secondaryIntegrationKey,
    credentials.expiredToken,
    webhooks?.signingSecret,
    ...profile.operatorSecrets.filter(
      (value) => ![...open].some((text) => text.includes(value)) && !isAddress(value),
    ),
    ...Object.values(operator).flatMap((recipe) =>
      recipe?.kind === 'http' ? inHeaders(recipe.headers) : [],
    ),
  ].filter((secret): secret is string => secret !== undefined && secret !== '')
}

const isAddress = (value: string): boolean => /^(https?:\/\/|[\w.-]+:\d+$|localhost$)/i.test(value)

function inHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => !OPEN_HEADER.test(name))
    .flatMap(([, value]) => {
      const [, scheme, rest] = /^(\w+) +(\S.*)$/.exec(value) ?? []
      if (rest === undefined || scheme === undefined) return [value]
      const inside = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString('utf8') : ''
      return [rest, inside, inside.slice(inside.indexOf(':') + 1)]
    })
    .filter((value) => !/^\{\w+\}$/.test(value))
}

/** Short texts, and texts of letters alone, also occur in unrelated text. */
const COMMON = /^(?:.{1,7}|[a-z]{1,20})$/is

/** The keys of a profile whose secrets are common words. Reports must hide every text that contains one. */
export function commonSecretsOf({ credentials, webhooks }: PlatformProfile): readonly string[] {
  const { inactiveClient, otherPartner, disabledPartner } = credentials
  const secrets: readonly (readonly [key: string, secret: string | undefined])[] = [
    ['client_secret', credentials.clientSecret],
    ['integration_key', credentials.integrationKey],
    ['secondary_integration_key', credentials.secondaryIntegrationKey],
    ['expired_token', credentials.expiredToken],
    ['inactive_client.client_secret', inactiveClient?.clientSecret],
    ['other_partner.client_secret', otherPartner?.clientSecret],
    ['other_partner.integration_key', otherPartner?.integrationKey],
    ['disabled_partner.client_secret', disabledPartner?.clientSecret],
    ['disabled_partner.integration_key', disabledPartner?.integrationKey],
  ]
  const keys = secrets.flatMap(([key, secret]) =>
    secret !== undefined && COMMON.test(secret) ? [`credentials.${key}`] : [],
  )
  const signing = webhooks?.signingSecret
  return signing !== undefined && COMMON.test(signing) ? [...keys, 'webhooks.signing_secret'] : keys
}
