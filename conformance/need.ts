import type { JourneyStep } from './ports/client.ts'
import type { OperatorAction } from './ports/operator.ts'

/** A credential beside the partner's own that a profile may hold. */
export type OptionalCredential =
  | 'secondary_integration_key'
  | 'inactive_client'
  | 'other_partner'
  | 'disabled_partner'
  | 'expired_token'
  | 'partner_id'

/** Something else that a target may offer. */
export type Offer =
  | 'https'
  /** A way to start the target again. */
  | 'restart'
  /** A command that starts a client. */
  | 'command'
  /** An OpenAPI document of its own. */
  | 'description'
  /** At least one endpoint that the target delivers to, be it registered by hand. */
  | 'webhooks'
  /** Endpoints that the suite registers, as many as it needs. */
  | 'endpoints'

/** Something that a profile must offer for a scenario to be driven; checked before anything is sent. */
export type Need =
  /** A recipe that brings the target to an outcome. */
  | { readonly outcome: string }
  | { readonly operator: OperatorAction }
  | { readonly credential: OptionalCredential }
  /** A signing secret beside the endpoint's own. */
  | { readonly secret: 'previous' | 'revoked' }
  /** A step that a client's journey may have. */
  | { readonly journey: JourneyStep }
  | { readonly offers: Offer }

/** Why a need is not met, and the profile key that would meet it. */
export interface Lack {
  readonly why: string
  readonly key: string
}
