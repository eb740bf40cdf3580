import type { Lack } from '../../conformance/need.ts'
import type {
  OptionalCredential,
  PlatformNeed,
  PlatformOffer,
} from '../../conformance/ports/platform-needs.ts'
import type { PlatformProfile } from '../profile/profile.ts'

/** Checks a scenario's need against a profile; undefined when it is met. */
export function lackOf(need: PlatformNeed, profile: PlatformProfile): Lack | undefined {
  if ('offers' in need) return offerLacking(need.offers, profile)
  if ('outcome' in need)
    // The known-good submission leads to this outcome without a recipe.
    return unless(need.outcome === 'ready_to_bind' || need.outcome in profile.outcomes, {
      why: `no recipe for the outcome ${need.outcome} in the profile`,
      key: `outcomes.${need.outcome}`,
    })
  if ('operator' in need)
    return unless(profile.operator[need.operator] !== undefined, {
      why: `no operator action ${need.operator} in the profile`,
      key: `operator.${need.operator}`,
    })
  return unless(credentialsOf(profile).has(need.credential), {
    why: `no credential ${need.credential} in the profile`,
    key: `credentials.${need.credential}`,
  })
}

function offerLacking(offer: PlatformOffer, profile: PlatformProfile): Lack | undefined {
  switch (offer) {
    case 'https':
      return unless(/^https:/i.test(profile.baseUrl), {
        why: 'the base URL is on http, so that TLS plays no part',
        key: 'base_url',
      })
    case 'description':
      return unless(profile.description !== undefined, {
        why: "no OpenAPI document of the target's own in the profile",
        key: 'description',
      })
    case 'webhooks':
      return unless(canRegister(profile) || profile.webhooks?.signingSecret !== undefined, {
        why: 'no way to register a webhook endpoint in the profile, and none that was registered by hand',
        key: 'operator.register_endpoint',
      })
    case 'endpoints':
      return unless(canRegister(profile), {
        why: 'no way to register a webhook endpoint in the profile',
        key: 'operator.register_endpoint',
      })
  }
}

/** The optional credentials that a profile has, by their keys in it. */
export function credentialsOf({ credentials }: PlatformProfile): ReadonlySet<OptionalCredential> {
  const held: Readonly<Record<OptionalCredential, boolean>> = {
    secondary_integration_key: credentials.secondaryIntegrationKey !== undefined,
    inactive_client: credentials.inactiveClient !== undefined,
    other_partner: credentials.otherPartner !== undefined,
    disabled_partner: credentials.disabledPartner !== undefined,
    expired_token: credentials.expiredToken !== undefined,
    partner_id: credentials.partnerId !== undefined,
  }
  return new Set(OPTIONAL_CREDENTIALS.filter((name) => held[name]))
}

export const OPTIONAL_CREDENTIALS: readonly OptionalCredential[] = [
  'secondary_integration_key',
  'inactive_client',
  'other_partner',
  'disabled_partner',
  'expired_token',
  'partner_id',
]

const canRegister = ({ operator }: PlatformProfile): boolean => operator.register_endpoint !== undefined

const unless = (met: boolean, lack: Lack): Lack | undefined => (met ? undefined : lack)
