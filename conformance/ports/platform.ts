import type { Exchange, Operation } from '../exchange.ts'
import type { Generation } from '../generation.ts'
import type { Ledger } from '../ledger.ts'
import type { ClockPort } from './clock.ts'
import type { Handshake } from './handshake.ts'
import type { OperatorPort } from './operator.ts'
import type { PlainAnswer } from './plain.ts'
import type { OptionalCredential } from './platform-needs.ts'
import type { WebhookPort } from './webhooks.ts'

/** Content of the `Authorization` header of a request. The secrets themselves never leave the client. */
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
  | TokenHandle

/** A token that a scenario asked for and keeps, to use it later. */
export interface TokenHandle {
  readonly held: number
}

/** An M2M client that an operator made while the run went on. */
export interface MadeClient {
  readonly id: string
  readonly secret: string
}

/** An integration key that an operator made while the run went on. */
export interface MadeKey {
  readonly text: string
  /** Its name in the evidence. */
  readonly as: string
}

/** Content of the `x-integration-key` header. */
export type KeyChoice =
  | MadeKey
  | 'primary'
  | 'secondary'
  | 'other-partner'
  | 'none'
  | 'empty'
  /** A fixed word that no portal ever issued. */
  | 'wrong'
  /** The same word in two headers of that name. */
  | 'wrong-twice'
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

/** How the scheme before a token is written. Its case does not matter (RFC 9110, section 11.1). */
export type SchemeChoice = 'Bearer' | 'bearer'

export interface CredentialsChoice {
  /** Default `own`. */
  readonly token?: TokenChoice
  /** Default `primary`. */
  readonly key?: KeyChoice
  /** Default `Bearer`. Without effect on a token that is sent in another way. */
  readonly scheme?: SchemeChoice
}

/** A request to the quote API. `json` or `body`, not both. */
export interface Call {
  readonly operation: Operation
  readonly method: string
  /** Below the base URL, with its leading slash, already encoded. */
  readonly path: string
  readonly quoteId?: string
  /** The outcome for which a submission is made. */
  readonly meant?: string
  readonly json?: unknown
  /** Raw bytes or text to send instead of `json`. */
  readonly body?: string | Uint8Array
  /** Set to `null` to leave out a header that would be there by default (`content-type`). */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly credentials?: CredentialsChoice
  /** A right target may close the connection on it, so that no answer is no sign of one that is down. */
  readonly mayBeCut?: true
}

/** Content of a token request. Each field's default is the right one; `null` leaves it out. */
export interface TokenRequest {
  /** Its id and secret are the default of both fields. */
  readonly client?: MadeClient
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
    /** The secret of another client. */
    | MadeClient
    | null
  readonly grantType?: string | null
  readonly scope?: string | null
  /** Default `form`. An `escaped-form` means the same: its fields stand in another order, and all but letters and digits is escaped. */
  readonly encoding?: 'form' | 'escaped-form' | 'json' | 'query'
  /** Default `POST`. */
  readonly method?: string
}

/** The HTTP client that records exchanges. It never throws for what a target does: a missing answer is part of the exchange. */
export interface PlatformPort {
  send(call: Call): Promise<Exchange>
  /** Sends a raw token request; the recorded answer has its token redacted. */
  requestToken(request?: TokenRequest): Promise<Exchange>
  /** Obtains a token and keeps it. `token` is absent when none was issued, and is an earlier one where that was handed out again. */
  holdToken(
    owner?: 'own' | 'other-partner' | MadeClient,
  ): Promise<{ exchange: Exchange; token?: TokenHandle }>
  /** The whole bytes of a recorded body of this lease, or undefined when there was none. */
  bytes(exchange: Exchange): Uint8Array | undefined
  /** The given exchanges of this lease in the order in which they were sent. */
  inOrder(exchanges: readonly Exchange[]): readonly Exchange[]
  /** Takes exchanges that showed nothing out of the evidence, so that a long series of cases does not pile up. */
  forget(exchanges: readonly Exchange[]): void
}

/** Contents of a platform's profile, without secrets. */
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
  readonly credentials: ReadonlySet<OptionalCredential>
  readonly clientId: string
  /** Ids of all clients that the profile names, its own first. */
  readonly clientIds: readonly string[]
  /** The profile's own partner, where the profile says which. */
  readonly partnerId?: string
  /** The second partner, as its client id names it. */
  readonly otherPartnerId?: string
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
  /** Asks for a path below the base URL without TLS and without credentials; nothing where the base URL is on http. */
  askInPlain(path: string): Promise<readonly PlainAnswer[]>
  /** Reads the target's own OpenAPI document, as raw text. */
  readDescription(): Promise<string>
  /**
   * A number that no other quote of this run has. It follows from seed, scenario, series and how many of that series came
   * before: what runs side by side takes a series of its own.
   */
  unique(series?: string): number
  readonly generation: Generation
  /** Everything that happened in the scenario so far. */
  ledger(): Ledger
}
