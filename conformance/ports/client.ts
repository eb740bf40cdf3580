import type { Exchange, Operation } from '../exchange.ts'
import type { Generation } from '../generation.ts'

/** The steps of a journey, in the order in which most clients take them. */
export const JOURNEY_STEPS = ['submit', 'poll', 'update', 'bind', 'proposal', 'policy'] as const
export type JourneyStep = (typeof JOURNEY_STEPS)[number]

/** The states in which rating may end. */
export type PlayedOutcome = 'ready_to_bind' | 'underwriter_review' | 'approved_rate' | 'declined' | 'failed'

/** How the played platform works; whatever is left out goes straight through. Durations in milliseconds. */
export interface PlayedPlatform {
  readonly outcome?: PlayedOutcome
  /** The quote is made first, and declined when rating is over. */
  readonly declinesLater?: true
  readonly ratingMs?: number
  /** A submission is answered when it is rated, with the state that it came to. */
  readonly ratedAtOnce?: true
  readonly proposalMs?: number
  readonly issueMs?: number
  /** An update takes the quote back to `pending` for so long. */
  readonly reratingMs?: number
  /** The state in which that rating ends; absent: as the first one. */
  readonly reratedAs?: PlayedOutcome
  /** Seconds that a token is said to live. It lives a little longer, so that a client may use it to the end. */
  readonly tokenSeconds?: number
  /** Tokens are as long as signed ones often are, and hold every character that a Bearer token may (RFC 6750, section 2.1). */
  readonly longTokens?: true
  /** Entries of the changelog that it has not followed yet. */
  readonly lacks?: readonly string[]
  /** Put behind the client secret and the integration key. */
  readonly secretSuffix?: string
}

/** A change of the platform's answers that the specification allows. */
export type Layout =
  /** Unknown fields in every object, ids of other things among them. */
  | 'extra-fields'
  /** No optional field. */
  | 'no-optionals'
  /** A `message` in every quote record. */
  | 'message'
  /** Members in another order, white space, escapes. */
  | 'rewritten'
  /** Bodies in pieces, without a length. */
  | 'pieces'
  /** Documents that hold every byte that there is. */
  | 'all-bytes'
  /** Premiums and fees with cents. */
  | 'cents'
  /** Times with an offset in place of `Z`, and a policy fee of $0.00. */
  | 'other-forms'
  /** No terms of a quote in a state in which they need not be there. */
  | 'no-terms'
  /** Updates that are answered with 202, and with the status `pending`. */
  | 'accepted-updates'
  /** A state that the specification does not name yet, in place of `pending`. */
  | 'later-state'
  /** Bodies are compressed for whoever says that it reads that (`Accept-Encoding`). */
  | 'compressed'
  /** A media type of documents with a parameter. */
  | 'parameters'
  /** Media types of JSON and text with a charset. */
  | 'charsets'
  /** Each answer closes its connection. */
  | 'closing'
  /** The platform's clock, as `Date` shows it, is ten minutes slow, or fast. */
  | 'slow-clock'
  | 'fast-clock'
  /** A refused token is told by the status alone, without `WWW-Authenticate`. */
  | 'no-challenge'
  /** Documents suggest a name under which they may be saved. */
  | 'named-documents'
  /** Messages of errors and quotes have more than a thousand characters, in several lines. */
  | 'long-messages'
  /** A refresh token beside each token, which is for another grant. */
  | 'refresh-token'
  /** `token_type` in capitals. */
  | 'loud-bearer'
  /** `checkout_link` leads to another origin. */
  | 'checkout-elsewhere'

/** The answer of the played platform to a request, instead of the usual one. */
export type FaultAction =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: 'json' | 'html' | 'text' | 'empty'
      /** When it may be asked again: as it is sent (RFC 9110, section 10.2.3), or so many seconds ahead, which is sent as a date. */
      readonly retryAfter?: string | { readonly secondsAhead: number }
      /** The connection is closed behind the answer, which says so (`Connection: close`). */
      readonly closes?: true
      /** The request has its effect, and only the answer is lost. */
      readonly taken?: true
    }
  /** The connection is closed without an answer. */
  | { readonly kind: 'drop'; readonly taken?: true }
  /** The usual answer, which breaks off in the middle of its body. */
  | { readonly kind: 'cut' }
  /** The usual answer, so many milliseconds late. */
  | { readonly kind: 'late'; readonly ms: number }
  /** 401: the token is good no longer. What its body says is open; default JSON. */
  | { readonly kind: 'revoke'; readonly body?: 'json' | 'html' | 'text' | 'empty' }
  /** The same path on another origin. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 303 | 307 | 308 }

/** Requests of a kind that meet something else than the usual answer. */
export interface Fault {
  readonly on: Operation
  /** Only those that come after the first request of the kind that stands here. */
  readonly since?: Operation
  /** How many of them go through first. */
  readonly after?: number
  /** How many meet it; absent: all that follow. */
  readonly times?: number
  readonly does: FaultAction
}

/** The way the file of a submission is written. It is the same JSON on one line or on many, with a line end behind the last or without. */
export type Written = 'many-lines' | 'one-line' | 'many-lines-unended' | 'windows' | 'escaped'

/** One situation that a client is put into. Plain data. */
export interface Play {
  /** Its name in addresses. */
  readonly name: string
  /** The situation, for people. */
  readonly title: string
  readonly platform?: PlayedPlatform
  readonly faults?: readonly Fault[]
  readonly layout?: readonly Layout[]
  /** RFC 7396 merge patch of the known-good submission. */
  readonly submission?: Readonly<Record<string, unknown>>
  /** Default: many lines, as most tools write them. */
  readonly written?: Written
  /**
   * How the platform is served: with a certificate that is to be trusted, or with one that is not. That is one of a strange authority or
   * of nobody but itself, one that has expired, or one for another host. One way offers old versions of TLS only. In the last way the
   * certificate is to be trusted until a request meets a fault. Every connection ends then, and a stranger's certificate takes its place.
   */
  readonly served?:
    | 'https'
    | 'untrusted'
    | 'self-signed'
    | 'expired'
    | 'other-host'
    | 'old-tls'
    | 'untrusted-later'
  /** A path between the play's own address and the API. */
  readonly path?: string
  /** How often it is played side by side, each time on a platform of its own. Default 1. */
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
  /** Nobody knows what it made of its journey. */
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

/** A play as it went on one platform: everything that arrived, in order of arrival, and how the clients ended. */
export interface Performance {
  readonly requests: readonly Exchange[]
  /** Requests that reached another origin than the platform's, or its place under a stranger's certificate. */
  readonly strayed: readonly Exchange[]
  readonly runs: readonly ClientRun[]
  /** The longest time, in milliseconds, that this process was held up meanwhile: the error of every time. */
  readonly heldUpMs: number
  /** TLS versions of the connections that came about; empty on plain HTTP. */
  readonly tlsVersions: readonly string[]
  /** A connection was begun once a stranger had taken the platform's place; only where one does. */
  readonly metStranger?: boolean
}

/** A play, performed. */
export interface PlayTrace {
  readonly journey: readonly JourneyStep[]
  readonly performances: readonly Performance[]
}

export interface ClientFacts {
  readonly name: string
  readonly journey: readonly JourneyStep[]
  /** No command starts the client. */
  readonly byHand: boolean
}

/** The client, as a scenario sees it. */
export interface ClientPorts {
  readonly facts: ClientFacts
  readonly generation: Generation
  /** Plays a situation to the client, and returns what came of it. */
  perform(play: Play): Promise<PlayTrace>
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
