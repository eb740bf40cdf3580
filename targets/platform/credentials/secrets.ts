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
