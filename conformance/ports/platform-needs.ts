import type { OperatorAction } from './operator.ts'

/** A credential beside the partner's own that a profile may hold. */
export type OptionalCredential =
  | 'secondary_integration_key'
  | 'inactive_client'
  | 'other_partner'
  | 'disabled_partner'
  | 'expired_token'
  | 'partner_id'

/** Something else that a platform may offer. */
export type PlatformOffer =
  | 'https'
  /** An OpenAPI document of its own. */
  | 'description'
  /** At least one endpoint that the target delivers to, be it registered by hand. */
  | 'webhooks'
  /** Endpoints that the suite registers, as many as it needs. */
  | 'endpoints'

/** Needs that a platform's scenarios may have. */
export type PlatformNeed =
  /** A recipe that brings the target to an outcome. */
  | { readonly outcome: string }
  | { readonly operator: OperatorAction }
  | { readonly credential: OptionalCredential }
  | { readonly offers: PlatformOffer }
