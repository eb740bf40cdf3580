import { type Headers, headerOf } from './headers.ts'
/** A request of the suite to the target, by its purpose. */
export type Operation =
  | 'submit'
  | 'status'
  | 'update'
  | 'bind'
  | 'quote-preview'
  | 'quote-proposal'
  | 'policy-preview'
  | 'policy'
  | 'token'
  | 'operator'
  | 'delivery'
  | 'effects'
  | 'other'

/** The four document endpoints. */
export type DocumentName = 'quote-preview' | 'quote-proposal' | 'policy-preview' | 'policy'

export interface Body {
  /** Length in bytes as received. */
  readonly size: number
  /** Lower-case hex SHA-256 of the bytes as received. */
  readonly sha256: string
  /** The bytes as text; absent when they are no valid UTF-8 or are a PDF. Byte order marks stay in it. */
  readonly text?: string
  /** The encoding of the bytes, as a mark before them names it; absent for UTF-8. */
  readonly encoding?: 'utf-16le' | 'utf-16be'
  /** Only the beginning of the text is kept, since evidence has a maximum size. */
  readonly cut?: true
  /** Base64 of the first bytes (at most 1024) of a body without text. */
  readonly head?: string
}

export interface Answer {
  readonly status: number
  /** Lower-case names; a repeated header is a repeated entry. */
  readonly headers: Headers
  readonly body: Body
}

/** Why an exchange has no whole answer. */
export interface Failure {
  readonly kind:
    | 'refused'
    | 'unreachable'
    | 'tls'
    | 'timeout'
    | 'reset'
    | 'cut-short'
    | 'too-large'
    | 'protocol'
  readonly message: string
  /** Status of an answer that began and did not end. */
  readonly status?: number
}

/** Names the credentials that a request carried; never holds their values. */
export interface Credentials {
  readonly token: string
  /** The token is one that the platform issued and the scenario kept. */
  readonly held?: true
  readonly key: string
  /** A name that is equal for equal tokens, in a recording; `issues` of the request that was granted the token is the same. */
  readonly bearer?: string
}

/**
 * Which client a token request named and with which secret, in the words of `TokenRequest`. `made` is one that an operator made, and
 * `made too` the secret of another one. `misread` is no secret: the profile takes it from a wrong place.
 */
export interface NamedClient {
  readonly id: string
  readonly secret: string
}

/** The action that an exchange of an operator carried out. */
export interface CarriedOut {
  readonly name: string
  /** How far it moved the clock, in milliseconds. */
  readonly milliseconds?: number
  /** Texts that its recipe was given or its answer returned, without secrets: ids, an address, event types. Absent for none. */
  readonly values?: Readonly<Record<string, string | readonly string[]>>
  /** The place in its answer of the thing that it shows, as a JSON Pointer. */
  readonly shows?: string
  /** The last four characters of the client secret that it made. Portals show them (2.6). Absent for a secret that is its client's id. */
  readonly secretEnd?: string
}

/** Milliseconds since the attempt began; each is absent where the attempt did not get that far. */
export interface Timing {
  readonly connectMs?: number
  /** End of the TLS handshake. */
  readonly tlsMs?: number
  /** The last byte of the request was handed over. */
  readonly sentMs?: number
  readonly firstByteMs?: number
  /** The status line and the headers were there. */
  readonly headMs?: number
}

/**
 * One HTTP request with its answer and timing: the evidence. Claims get it as it went over the wire; what a run shows and stores of
 * it is redacted and bounded.
 */
export interface Exchange {
  /** Unique in a run: the scenario's id, then a number. */
  readonly id: string
  readonly operation: Operation
  /** The quote whose id stands in the path. */
  readonly quoteId?: string
  /** The outcome for which a submission was made; absent where it was made for none. */
  readonly meant?: string
  /** Set for an operator's exchange. */
  readonly action?: CarriedOut
  /**
   * Ids of the actions that made the secrets of clients and keys which its answer holds, itself included. Of actions that made the same
   * secret, the first one stands for all.
   */
  readonly holds?: readonly string[]
  /** Name of the token that it asked for, equal for equal ones; the credentials of later requests use this name. */
  readonly issues?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Headers
    readonly body?: string
    /** Only the beginning of the body is there. */
    readonly cut?: true
    readonly credentials?: Credentials
    /** Set for a token request. */
    readonly client?: NamedClient
    /** How the request was split and framed on the wire, where that was unusual. */
    readonly framing?: string
    /** Names the secret of a right signature, in the words of `SecretChoice`; never its value. Absent for a forgery. */
    readonly signedWith?: string
  }
  readonly answer?: Answer
  readonly failure?: Failure
  /** Milliseconds since the epoch by the suite's clock, with fractions. */
  readonly startedAt: number
  /** Milliseconds until the end of the answer or of the attempt. */
  readonly elapsedMs: number
  readonly timing?: Timing
  /** The target's time when the request went out, in milliseconds since the scenario began; moves with `advance_clock`. */
  readonly targetMs: number
}

/** Text that replaces a secret wherever evidence is shown or stored. */
export const REDACTED = '[redacted]'

/** First value of a header, or undefined. Names are compared without case. */
export function header(answer: Answer, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headerOf(answer.headers, wanted)
}
