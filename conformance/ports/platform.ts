import type { Exchange, Operation } from '../exchange.ts'
import type { Counterexample, Generation } from '../generation.ts'
import type { Arrival, WebhookPort } from './webhooks.ts'

/** What stands in the `Authorization` header of a request. The secrets themselves never leave the client. */
export type TokenChoice =
  | 'own'
  | 'other-partner'
  | 'none'
  /** `Bearer` and nothing behind it. */
  | 'empty'
  /** A fixed word that no server ever issued. */
  | 'garbled'
  /** A valid token with one character in its middle changed. */
  | 'tampered'
  /** Likewise its last one. */
  | 'tampered-at-end'
  /** A valid token cut to its first half. */
  | 'truncated'
  /** A valid token with more behind it. */
  | 'prolonged'
  /** The claims of a valid JWT with `alg: none` and no signature; `garbled` where tokens are no JWTs. */
  | 'unsigned'
  /** A valid token behind the scheme `Basic`. */
  | 'basic-scheme'
  /** A valid token without any scheme. */
  | 'no-scheme'
  /** A valid token in the query string `access_token` and no header. */
  | 'in-query'
  /** A valid token whose letters have the other case. */
  | 'swapped-case'
  /** The integration key in place of a token. */
  | 'integration-key'
  /** The profile's token whose lifetime is over. */
  | 'expired'
  | HeldToken

/** A token that a scenario asked for and keeps, to use it later. */
export interface HeldToken {
  readonly held: number
}

/** What stands in the `x-integration-key` header. */
export type KeyChoice =
  | 'primary'
  | 'secondary'
  | 'other-partner'
  | 'none'
  | 'empty'
  /** A fixed word that no portal ever issued. */
  | 'wrong'
  /** The right key with one character in its middle changed. */
  | 'tampered'
  /** Likewise its last one. */
  | 'tampered-at-end'
  /** The right key cut to its first half. */
  | 'truncated'
  /** The right key with more behind it. */
  | 'prolonged'
  /** The right key whose letters have the other case. */
  | 'swapped-case'
  /** The client secret in place of the key. */
  | 'client-secret'

export interface CredentialsChoice {
  /** Default `own`. */
  readonly token?: TokenChoice
  /** Default `primary`. */
  readonly key?: KeyChoice
}

/** A request to the quote API. `json` or `body`, not both. */
export interface Call {
  readonly operation: Operation
  readonly method: string
  /** Below the base URL, with its leading slash, already encoded. */
  readonly path: string
  readonly quoteId?: string
  readonly json?: unknown
  /** Raw bytes or text to send instead of `json`. */
  readonly body?: string | Uint8Array
  /** Set to `null` to leave out a header that would be there by default (`content-type`). */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly credentials?: CredentialsChoice
}

/** What stands in a token request. Each field's default is the right one; `null` leaves it out. */
export interface TokenRequest {
  readonly clientId?: 'own' | 'other-partner' | 'inactive' | 'disabled-partner' | 'unknown' | null
  readonly clientSecret?:
    | 'own'
    | 'other-partner'
    | 'inactive'
    | 'disabled-partner'
    | 'wrong'
    | 'truncated'
    | 'prolonged'
    | 'swapped-case'
    | 'empty'
    | null
  readonly grantType?: string | null
  readonly scope?: string | null
  /** Default `form`. */
  readonly encoding?: 'form' | 'json' | 'query'
  /** Default `POST`. */
  readonly method?: string
}

/** The HTTP client that records exchanges. It never throws for what a target does: a missing answer is part of the exchange. */
export interface PlatformPort {
  send(call: Call): Promise<Exchange>
  /** Sends a raw token request; the recorded answer has its token redacted. */
  requestToken(request?: TokenRequest): Promise<Exchange>
  /** Obtains a new token and keeps it. `token` is absent when none was issued. */
  holdToken(owner?: 'own' | 'other-partner'): Promise<{ exchange: Exchange; token?: HeldToken }>
  /** The whole bytes of a recorded body of this lease, or undefined when there was none. */
  bytes(exchange: Exchange): Uint8Array | undefined
  /** Takes exchanges that showed nothing out of the evidence, so that a long series of cases does not pile up. */
  forget(exchanges: readonly Exchange[]): void
}

/** What the quote API cannot do and an operator of the target can; see the profile's `operator`. */
export type OperatorAction =
  | 'hold_rating'
  | 'release_rating'
  | 'hold_issue'
  | 'release_issue'
  | 'review_approve'
  | 'review_decline'
  | 'register_endpoint'
  | 'delete_endpoint'
  | 'enable_endpoint'
  | 'endpoint_status'
  | 'rotate_secret'
  | 'deactivate_client'
  | 'activate_client'
  | 'add_broker'
  | 'fail_requests'
  | 'advance_clock'

export interface OperatorPort {
  can(action: OperatorAction): boolean
  /**
   * Performs an action and returns what its `returns` block picked out of the answer.
   * @throws CannotTell when the profile lacks the action, or when it did not succeed
   */
  perform(action: OperatorAction, given?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

/** The target's time. With `advance_clock` it is moved, else it is waited for. All times in milliseconds. */
export interface ClockPort {
  /** True when the target's clock can be moved. */
  readonly virtual: boolean
  /** Target time since the scenario began. */
  now(): number
  /**
   * Lets target time pass. On a virtual clock the time is moved once every scenario that shares the target is asleep, so
   * that nothing but sleepers ever see it move.
   */
  sleep(ms: number): Promise<void>
  /** Says when `ms` of patience are used up; on a shared virtual clock real time must have passed too. */
  deadline(ms: number): { expired(): boolean }
  /** Says what the scenario waits for from now on, and for how long at most; a moved clock has nothing to tell. */
  awaits(what: string, ms: number): void
}

/** What a TLS handshake at one protocol version came to. */
export interface Handshake {
  readonly host: string
  readonly version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
  readonly accepted: boolean
  readonly message: string
}

/** What a profile says of a platform, without secrets. */
export interface PlatformFacts {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly baseUrl: string
  readonly authUrl: string
  readonly apiVersion: string
  /** The known-good submission of the profile, or the suite's own. */
  readonly submission: Readonly<Record<string, unknown>>
  readonly submissionFrom: 'profile' | 'suite'
  /** RFC 7396 merge patches by outcome. */
  readonly outcomes: Readonly<Record<string, unknown>>
  /** Those of them that the suite found out by itself: nobody promised that they work. */
  readonly discovered: ReadonlySet<string>
  readonly timing: Readonly<
    Record<'pollInterval' | 'rating' | 'proposal' | 'issue' | 'deliverySlack' | 'registration', number> & {
      /** On real time, what takes longer is left out; absent: nothing is. */
      longestWait?: number
    }
  >
  readonly credentials: ReadonlySet<
    | 'secondary_integration_key'
    | 'inactive_client'
    | 'other_partner'
    | 'disabled_partner'
    | 'expired_token'
    | 'partner_id'
  >
  readonly clientId: string
  /** Ids of all clients that the profile names, its own first. */
  readonly clientIds: readonly string[]
  /** The profile's own partner, where the profile says which. */
  readonly partnerId?: string
  readonly description?: string
}

/** Everything that a platform scenario may use of the outside world. */
export interface PlatformPorts {
  readonly http: PlatformPort
  readonly operator: OperatorPort
  readonly clock: ClockPort
  readonly webhooks: WebhookPort
  readonly facts: PlatformFacts
  /** Tries one protocol version on base and token URL. */
  handshake(version: Handshake['version']): Promise<readonly Handshake[]>
  /** Reads the target's own OpenAPI document, as raw text. */
  readDescription(): Promise<string>
  /**
   * A number that no other quote of this run has. It follows from seed, scenario, series and how many of that series came
   * before: what runs side by side takes a series of its own.
   */
  unique(series?: string): number
  readonly generation: Generation
}

/** A target for as long as one scenario uses it. */
export interface Lease<P> {
  readonly ports: P
  /** Everything that was sent so far, in order of sending. */
  exchanges(): readonly Exchange[]
  /** Everything that arrived at the suite's receiver for this lease so far. */
  arrivals(): readonly Arrival[]
  /** The smallest cases that showed a breach. */
  counterexamples?(): readonly Counterexample[]
  release(): Promise<void>
}

/** Who wants a target, and whom to tell what it waits for. */
export interface LeaseRequest {
  readonly id: string
  readonly alone: boolean
  waiting?(what: string, forMs: number): void
}

export interface TargetFacts {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly baseUrl: string
  readonly apiVersion: string
}

export interface Target<P> {
  readonly facts: TargetFacts
  /** Each lease for a scenario that runs alone gets a target of its own, so that such scenarios need not queue. */
  readonly isolates: boolean
  /** Why a need is not met: the reason and the profile key that would meet it; undefined when it is. */
  lacks(need: string): { readonly why: string; readonly key: string } | undefined
  lease(scenario: LeaseRequest): Promise<Lease<P>>
  close(): Promise<void>
}
