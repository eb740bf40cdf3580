import type { Credentials } from '../../../conformance/exchange.ts'
import type { Headers } from '../../../conformance/headers.ts'
import type {
  CredentialsChoice,
  KeyChoice,
  MadeKey,
  SchemeChoice,
  TokenChoice,
  TokenHandle,
} from '../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Canaries } from '../../evidence/canaries.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { PlatformProfile } from '../../profile/profile.ts'
import {
  prolonged,
  prolongedToken,
  swappedCase,
  tampered,
  tamperedAtEnd,
  truncated,
  unsigned,
} from './altered.ts'

export type Owner = 'own' | 'other-partner'

/** The source of valid tokens. */
export interface TokenSupply {
  cached(owner: Owner): Promise<string>
  tokenOf(token: TokenHandle): string
  /** Canaries that replace a valid credential where a wrong one is needed. */
  readonly canaries: Canaries
}

/** Headers that carry the chosen credentials. */
export interface Presented {
  readonly headers: Headers
  /** A query parameter that carries the token. */
  readonly query?: readonly [name: string, value: string]
  /** The cached token, where it was used unchanged. */
  readonly used?: string
  readonly description: Credentials
}

/**
 * Makes the credentials of a request (section 5). Altered secrets are secrets too, so the redactor learns them.
 *
 * @throws CannotTell when the profile lacks what a choice needs, or no token can be obtained
 */
export async function present(
  { token = 'own', key = 'primary', scheme = 'Bearer' }: CredentialsChoice,
  profile: PlatformProfile,
  supply: TokenSupply,
  redactor: Redactor,
): Promise<Presented> {
  const integrationKey = keyFor(key, profile, supply.canaries)
  const authorization = await tokenFor(token, scheme, profile, supply)
  for (const secret of [integrationKey, authorization.secret]) {
    if (secret !== undefined) redactor.add(secret)
  }
  const { header, query, used } = authorization
  return {
    headers: [
      ...(header === undefined ? [] : [['authorization', header] as const]),
      ...(integrationKey === undefined
        ? []
        : Array.from(
            { length: key === 'wrong-twice' ? 2 : 1 },
            () => ['x-integration-key', integrationKey] as const,
          )),
    ],
    ...(query !== undefined && { query: ['access_token', query] as const }),
    ...(used !== undefined && { used }),
    description: {
      ...(typeof token === 'string' ? { token } : { token: tokenHandleName(token), held: true }),
      key: typeof key === 'string' ? key : key.as,
    },
  }
}

/** Returns the name of a kept token in the evidence. */
export const tokenHandleName = ({ held }: TokenHandle): string => `held ${held}`

interface Authorization {
  readonly header?: string
  readonly query?: string
  readonly secret?: string
  readonly used?: string
}

async function tokenFor(
  choice: TokenChoice,
  scheme: SchemeChoice,
  { credentials }: PlatformProfile,
  supply: TokenSupply,
): Promise<Authorization> {
  const bearer = (secret: string): Authorization => ({ header: `${scheme} ${secret}`, secret })
  if (typeof choice !== 'string') return bearer(supply.tokenOf(choice))
  switch (choice) {
    case 'none':
      return {}
    case 'empty':
      return { header: scheme }
    case 'garbled':
      return bearer(supply.canaries.accessToken)
    case 'integration-key':
      return bearer(credentials.integrationKey)
    case 'expired':
      if (credentials.expiredToken === undefined)
        throw lacking('no token whose lifetime is over', 'expired_token')
      return bearer(credentials.expiredToken)
    case 'other-partner':
      if (!credentials.otherPartner) throw lacking('no second partner', 'other_partner')
      return bearer(await supply.cached('other-partner'))
  }
  const token = await supply.cached('own')
  switch (choice) {
    case 'own':
      return { ...bearer(token), used: token }
    case 'tampered':
      return bearer(tampered(token))
    case 'tampered-at-end':
      return bearer(tamperedAtEnd(token))
    case 'truncated':
      return bearer(truncated(token))
    case 'prolonged':
      return bearer(prolongedToken(token))
    case 'swapped-case':
      // Swapping the case does not change a token without letters.
      return bearer(swappedCase(token) ?? supply.canaries.accessToken)
    case 'unsigned':
      return bearer(unsigned(token) ?? supply.canaries.accessToken)
    case 'basic-scheme':
      return { header: `Basic ${token}`, secret: token }
    case 'no-scheme':
      return { header: token, secret: token }
    case 'in-query':
      return { query: token, secret: token }
  }
}

function keyFor(choice: KeyChoice, { credentials }: PlatformProfile, canaries: Canaries): string | undefined {
  const { integrationKey, secondaryIntegrationKey, otherPartner } = credentials
  if (typeof choice !== 'string') return madeKey(choice)
  switch (choice) {
    case 'primary':
      return integrationKey
    case 'secondary':
      if (secondaryIntegrationKey === undefined)
        throw lacking('no secondary integration key', 'secondary_integration_key')
      return secondaryIntegrationKey
    case 'other-partner':
      if (!otherPartner) throw lacking('no second partner', 'other_partner')
      return otherPartner.integrationKey
    case 'none':
      return undefined
    case 'empty':
      return ''
    case 'wrong':
    case 'wrong-twice':
      return canaries.integrationKey
    case 'tampered':
      return tampered(integrationKey)
    case 'tampered-at-end':
      return tamperedAtEnd(integrationKey)
    case 'truncated':
      return truncated(integrationKey)
    case 'prolonged':
      return prolonged(integrationKey)
    case 'swapped-case':
      return swappedCase(integrationKey) ?? canaries.integrationKey
    case 'client-secret':
      // A secret that is no valid header value could not be taken for a key by mistake.
      return HEADER_VALUE.test(credentials.clientSecret) ? credentials.clientSecret : canaries.integrationKey
  }
}

/** A key from an operator's answer may be any text. */
function madeKey({ text, as }: MadeKey): string {
  if (OUTSIDE_OF_HEADERS.test(text))
    throw new CannotTell(`an integration key (${as}) cannot stand in a header`)
  return text
}

const OUTSIDE_OF_HEADERS = /[^\t\x20-\x7e\x80-\xff]/

/** Printable ASCII without a space at either end. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

const lacking = (what: string, key: string) => new CannotTell(`the profile has ${what}`, `credentials.${key}`)
