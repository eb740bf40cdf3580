import type { OperatorAction } from '../../conformance/ports/platform.ts'
import type { PlatformProfile } from '../profile/profile.ts'

/** Why a need is not met, and the profile key that would meet it. */
export interface Lack {
  readonly why: string
  readonly key: string
}

/**
 * Holds a scenario's need against a profile.
 *
 * @param need see `Need` in the conformance room
 * @returns undefined when the need is met
 */
export function lackOf(need: string, profile: PlatformProfile): Lack | undefined {
  const [kind, name = ''] = need.split(' ')
  switch (kind) {
    case 'outcome':
      // The known-good submission as it is.
      return unless(name === 'ready_to_bind' || name in profile.outcomes, {
        why: `no recipe for the outcome ${name} in the profile`,
        key: `outcomes.${name}`,
      })
    case 'operator':
      return unless(profile.operator[name as OperatorAction] !== undefined, {
        why: `no operator action ${name} in the profile`,
        key: `operator.${name}`,
      })
    case 'credential':
      return unless(credentialsOf(profile).has(name), {
        why: `no credential ${name} in the profile`,
        key: `credentials.${name}`,
      })
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
    default:
      return { why: `nothing is known of the need ${need}`, key: need }
  }
}

/** The optional credentials that a profile has, by their keys in it. */
export function credentialsOf({ credentials }: PlatformProfile): ReadonlySet<string> {
  return new Set([
    ...(credentials.secondaryIntegrationKey === undefined ? [] : ['secondary_integration_key']),
    ...(credentials.inactiveClient === undefined ? [] : ['inactive_client']),
    ...(credentials.otherPartner === undefined ? [] : ['other_partner']),
    ...(credentials.disabledPartner === undefined ? [] : ['disabled_partner']),
    ...(credentials.expiredToken === undefined ? [] : ['expired_token']),
    ...(credentials.partnerId === undefined ? [] : ['partner_id']),
  ])
}

const canRegister = ({ operator }: PlatformProfile): boolean => operator.register_endpoint !== undefined

const unless = (met: boolean, lack: Lack): Lack | undefined => (met ? undefined : lack)
