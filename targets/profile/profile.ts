import type { OperatorAction } from '../../conformance/ports/operator.ts'
import type { PlatformFacts } from '../../conformance/ports/platform.ts'
import type { ProgramEnvironment } from './program-environment.ts'

/** An M2M client with its secret. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** An M2M client and an integration key: the credentials of a quote request. */
interface PartnerCredentials extends ClientCredentials {
  readonly integrationKey: string
}

/** An operator action as an HTTP request; texts may hold `{name}` templates. */
export interface HttpRecipe {
  readonly kind: 'http'
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** JSON Pointers into the answer, by the name under which the value is returned. */
  readonly returns: Readonly<Record<string, string>>
}

/** An operator action as a program with arguments, run without a shell in the profile's folder. */
export interface CommandRecipe {
  readonly kind: 'command'
  readonly command: readonly string[]
  readonly returns: Readonly<Record<string, string>>
}

export type OperatorRecipe = HttpRecipe | CommandRecipe

/** All durations in milliseconds. */
export type ProfileTiming = PlatformFacts['timing'] & {
  /** How long one answer may take, to its last byte. */
  readonly answer: number
  /** How long a whole run may take: then it ends with the verdicts so far. */
  readonly run: number
}

/** A platform profile, checked and with all its references resolved. Holds secrets: it never goes into a report. */
export interface PlatformProfile {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly apiVersion?: string
  /** Has no trailing slash. */
  readonly baseUrl: string
  readonly authUrl: string
  readonly description?: { readonly kind: 'file' | 'url'; readonly location: string }
  readonly credentials: PartnerCredentials & {
    readonly secondaryIntegrationKey?: string
    readonly inactiveClient?: ClientCredentials
    readonly otherPartner?: PartnerCredentials
    /** Credentials of an account that is not active. */
    readonly disabledPartner?: PartnerCredentials
    /** A token of this partner whose lifetime is over. */
    readonly expiredToken?: string
    readonly partnerId?: string
  }
  readonly submission?: Readonly<Record<string, unknown>>
  /** RFC 7396 merge patches of the submission, by outcome. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks?: {
    readonly listen?: string
    readonly publicUrl?: string
    readonly signingSecret?: string
    /** How the receiver listens with TLS: with a certificate of its own making, or with PEM texts. */
    readonly tls?: 'own' | { readonly key: string; readonly cert: string }
  }
  readonly operator: Readonly<Partial<Record<OperatorAction, OperatorRecipe>>>
  readonly timing: ProfileTiming
  /** PEM text. */
  readonly ca?: string
  /** The folder from which relative names and commands start. */
  readonly folder: string
  /** The environment of operator actions that are commands. */
  readonly programEnv: ProgramEnvironment
  /** Values that operator recipes take from the environment. */
  readonly operatorSecrets: readonly string[]
}
