import type { Exchange, Operation } from '../exchange.ts'
import type { Generation } from '../generation.ts'

/** The steps of a journey, in the order in which most clients take them. */
export const JOURNEY_STEPS = ['submit', 'poll', 'update', 'bind', 'proposal', 'policy'] as const
export type JourneyStep = (typeof JOURNEY_STEPS)[number]

/** The states in which rating may end. */
export type RatedOutcome = 'ready_to_bind' | 'underwriter_review' | 'approved_rate' | 'declined' | 'failed'

/** How the simulated platform behaves; the default is straight-through processing. Durations in milliseconds. */
export interface SimulatedPlatform {
  readonly outcome?: RatedOutcome
  /** The submission creates a quote, which is declined when rating ends. */
  readonly declinesLater?: true
  readonly ratingMs?: number
  /** A submission is answered after rating, with the state to which rating led. */
  readonly ratedAtOnce?: true
  readonly proposalMs?: number
  readonly issueMs?: number
  /** How long an update takes the quote back to `pending`. */
  readonly reratingMs?: number
  /** The state after that re-rating; absent: the same as after the first rating. */
  readonly reratedAs?: RatedOutcome
  /**
   * The lifetime of tokens as answers state it, in seconds. The true one is a little longer, so that a client may use a token
   * to the end.
   */
  readonly tokenSeconds?: number
  /** Tokens are as long as signed ones often are, and contain every character that a Bearer token may (RFC 6750, section 2.1). */
  readonly longTokens?: true
  /** Changelog entries that it has not implemented yet. */
  readonly lacks?: readonly string[]
  /** Text that is appended to the client secret and the integration key. */
  readonly secretSuffix?: string
}

/** A change of the platform's answers that the specification allows. */
export type Layout =
  /** Unknown fields in every object, some of them with ids of other things. */
  | 'extra-fields'
  /** No optional field. */
  | 'no-optionals'
  /** A `message` in every quote record. */
  | 'message'
  /** Members in another order, white space, escapes. */
  | 'rewritten'
  /** Bodies in pieces, without a length. */
  | 'pieces'
  /** Documents that contain every byte value. */
  | 'all-bytes'
  /** Premiums and fees with cents. */
  | 'cents'
  /** Times with an offset in place of `Z`, and a policy fee of $0.00. */
  | 'other-forms'
  /** Quote records without terms, in states in which terms are optional. */
  | 'no-terms'
  /** Updates that are answered with 202, and with the status `pending`. */
  | 'accepted-updates'
  /** A state that the specification does not name yet, in place of `pending`. */
  | 'later-state'
  /** Bodies are compressed for clients that accept it (`Accept-Encoding`). */
  | 'compressed'
  /** Media types of JSON and of documents with a parameter. */
  | 'parameters'
  /** A media type of text with a charset. */
  | 'charsets'
  /** Each answer closes its connection. */
  | 'closing'
  /** The platform's clock, as `Date` shows it, is ten minutes slow, or fast. */
  | 'slow-clock'
  | 'fast-clock'
  /** A refused token is answered without `WWW-Authenticate`: only the status tells. */
  | 'no-challenge'
  /** Documents suggest a name under which they may be saved. */
  | 'named-documents'
  /** Messages of errors and quotes have more than a thousand characters, in several lines. */
  | 'long-messages'
  /** A refresh token beside each token, although only other grants use one. */
  | 'refresh-token'
  /** `token_type` in capitals. */
  | 'loud-bearer'
  /** `checkout_link` leads to another origin. */
  | 'checkout-elsewhere'

/** The answer of the simulated platform to a request, instead of the usual one. */
export type FaultAction =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: 'json' | 'html' | 'text' | 'empty'
      /**
       * The header `Retry-After` (RFC 9110, section 10.2.3): a text that is sent as it is, or seconds from now that are sent as a
       * date.
       */
      readonly retryAfter?: string | { readonly secondsAhead: number }
      /** The connection is closed after the answer, which says so (`Connection: close`). */
      readonly closes?: true
      /** The request takes effect all the same; only its usual answer is lost. */
      readonly taken?: true
    }
  /** The connection is closed without an answer. */
  | { readonly kind: 'drop'; readonly taken?: true }
  /** The usual answer, cut off in the middle of its body. */
  | { readonly kind: 'cut' }
  /** The usual answer, delayed by `ms` milliseconds. */
  | { readonly kind: 'late'; readonly ms: number }
  /** 401, and the token is no longer valid. The specification leaves the body open; default JSON. */
  | { readonly kind: 'revoke'; readonly body?: 'json' | 'html' | 'text' | 'empty' }
  /** A redirect to the same path on another origin. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 303 | 307 | 308 }

/** A fault, and the requests of one operation that meet it instead of the usual answer. */
export interface Fault {
  readonly on: Operation
  /** Only requests after the first one of this operation count. */
  readonly since?: Operation
  /** How many requests get the usual answer first. */
  readonly after?: number
  /** How many requests then meet the fault; absent: all that follow. */
  readonly times?: number
  readonly does: FaultAction
}

/** How the submission's file is written: the same JSON on one line or on many, with or without a line end after the last. */
export type Written = 'many-lines' | 'one-line' | 'many-lines-unended' | 'windows' | 'escaped'

/** One situation that a client is put into. Plain data. */
export interface Session {
  /** Its name in URLs. */
  readonly name: string
  /** The situation, for people. */
  readonly title: string
  readonly platform?: SimulatedPlatform
  readonly faults?: readonly Fault[]
  readonly layout?: readonly Layout[]
  /** RFC 7396 merge patch of the known-good submission. */
  readonly submission?: Readonly<Record<string, unknown>>
  /** Default: many lines, as most tools write them. */
  readonly written?: Written
  /**
   * How the platform is served. The certificate can be trusted (`https`), or it is signed by an unknown authority or by itself,
   * expired, or issued for another host. `old-tls` offers old versions of TLS only. `untrusted-later` has a trusted certificate
   * until a request meets a fault. Then all connections are closed, and an untrusted certificate takes its place.
   */
  readonly served?:
    | 'https'
    | 'untrusted'
    | 'self-signed'
    | 'expired'
    | 'other-host'
    | 'old-tls'
    | 'untrusted-later'
  /** A path between the session's own address and the API. */
  readonly path?: string
  /** How many performances run in parallel, each on a platform of its own. Default 1. */
  readonly times?: number
  /** How many clients are started on one platform at once. Default 1. */
  readonly together?: number
}

/** How a client came to its end. */
export type ClientEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'flooded'; readonly bytes: number }
  | { readonly kind: 'not-started'; readonly message: string }
  /** A person drove the client, so the suite does not know its result. */
  | { readonly kind: 'by-hand' }

/** The contents of `result.json`, or why there are none. */
export type ClientResult =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: string }

/** A file that the client left in its folder. */
export interface SavedFile {
  readonly name: string
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** One start of the client. */
export interface ClientRun {
  /** The submission that it was given. */
  readonly submission: unknown
  readonly end: ClientEnd
  /** People drove it, and said how it ended. */
  readonly byHand?: true
  readonly result: ClientResult
  readonly files: readonly SavedFile[]
  /** Names of the credentials that it printed or wrote to its result. */
  readonly printedSecrets: readonly string[]
  /** The last lines that it printed, for people. */
  readonly printed: string
  readonly elapsedMs: number
}

/** One performance of a session, on one platform: everything that arrived, in order of arrival, and how the clients ended. */
export interface Performance {
  readonly requests: readonly Exchange[]
  /** Requests that reached another origin than the platform's, or a server with an untrusted certificate in its place. */
  readonly strayed: readonly Exchange[]
  readonly runs: readonly ClientRun[]
  /**
   * The longest time, in milliseconds, that this process was blocked meanwhile: every measured time may be wrong by that much.
   */
  readonly heldUpMs: number
  /** TLS versions of the connections that came about; empty on plain HTTP. */
  readonly tlsVersions: readonly string[]
  /** A connection was begun after an untrusted certificate had replaced the platform's; absent in sessions where none does. */
  readonly metImpostor?: boolean
}

/** A session, performed. */
export interface SessionTrace {
  readonly journey: readonly JourneyStep[]
  readonly performances: readonly Performance[]
}

export interface ClientFacts {
  readonly name: string
  readonly journey: readonly JourneyStep[]
  /** People start the client, since the profile has no command for it. */
  readonly byHand: boolean
}

/** The client, as a scenario sees it. */
export interface ClientPorts {
  readonly facts: ClientFacts
  readonly generation: Generation
  /** Presents a situation to the client, and returns what came of it. */
  perform(session: Session): Promise<SessionTrace>
}

/** The state of the token and of the integration key that a request carried. */
export type TokenMark = 'own' | 'none' | 'unknown' | 'expired' | 'refused'
export type KeyMark = 'own' | 'none' | 'wrong'

/** The kinds of needs that scenarios of clients may have. */
export type ClientNeed =
  /** A step of its journey. */
  | { readonly journey: JourneyStep }
  /** A command that starts it, and a platform on https that it can reach. */
  | { readonly offers: 'command' | 'https' }
