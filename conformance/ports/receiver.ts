import type { Exchange } from '../exchange.ts'
import type { Generation } from '../generation.ts'
import type { Headers } from '../headers.ts'
import type { Obstacle } from '../obstacle.ts'
import type { Handshake } from './handshake.ts'

/** The signing secret that a signature is made with. The secrets themselves never leave the sender. */
export type SecretChoice =
  /** The endpoint's own, which is the new one during a rotation. */
  | 'own'
  /** The one before, still in its grace period. */
  | 'previous'
  /** One whose grace period is over. */
  | 'revoked'
  /** One that was never this endpoint's. */
  | 'foreign'

/** How a delivery is put on the wire. Absent: with its length, in one piece, on a connection of its own. */
export type Framing =
  | 'chunked'
  /** Every byte by itself. */
  | 'bytewise'
  /** In several pieces, cut in the middle of header lines and of the body. */
  | 'pieces'
  /** In several pieces, cut within the characters of the body that have several bytes. */
  | 'within-characters'
  /** The body is sent some time after the headers, in two pieces. */
  | 'late-body'
  /** The body is sent only after the answer 100, or after a second. */
  | 'continue'
  /** The connection is closed in the middle of the body; no answer is waited for. */
  | 'broken-off'
  /** The connection is closed a moment after the whole request, whether an answer came or not. */
  | 'hung-up'

/** Says whether the sender closes the connection early with a framing, so that a complete answer is not expected. */
export const isLeft = (framing: string | undefined): boolean =>
  framing === 'broken-off' || framing === 'hung-up'

/** An HTTP request to the receiver, with the headers that stand in it beside `Host` and those of its framing. */
export interface Delivery {
  /** Values are sent with a byte for each character (Latin-1). */
  readonly headers: Headers
  /** A text is sent as UTF-8. */
  readonly body: string | Uint8Array
  readonly framing?: Framing
  /** The secret of its signature, where that is right and valid; absent for a forgery. */
  readonly signedWith?: SecretChoice
}

/** Two deliveries, the second one made while the connection of the first was idle. */
export interface BesideIdle {
  /** True where the receiver left the first connection open. */
  readonly isIdle: boolean
  readonly first: Exchange
  readonly second: Exchange
}

/** Effects that a receiver reports as processed, or why they cannot be read. */
export type EffectsReading =
  | { readonly ids: readonly string[]; readonly exchange: Exchange }
  | { readonly problem: string; readonly exchange?: Exchange }

/** Findings on the certificate of an https receiver. */
export interface CertificateFacts {
  readonly host: string
  readonly trusted: boolean
  /** Why it is not, in plain words; else who issued it. */
  readonly message: string
  /** Nobody but itself vouches for it. */
  readonly selfSigned: boolean
  /** True where the profile names the authorities to trust. */
  readonly authorityNamed: boolean
}

/** Contents of a receiver's profile, without secrets. */
export interface ReceiverFacts {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly url: string
  readonly partnerId: string
  readonly brokerageId: string
  /** True where the profile names the brokerage: such a receiver may refuse events of any other. */
  readonly brokerageNamed: boolean
  readonly secrets: ReadonlySet<SecretChoice>
  /** True where the effects of the receiver can be read. */
  readonly effects: boolean
  /** How long effects may take to show, in milliseconds. */
  readonly effectsMs: number
  /** How long after its first delivery an event must come again, in milliseconds; absent where the profile does not say. */
  readonly repeatsMs?: number
}

export interface SendOptions {
  /** How long an answer is waited for, in milliseconds. Default a second more than the contract's deadline. */
  readonly patienceMs?: number
  /** For a forgery, or one of many deliveries at once: a missing answer does not make the receiver count as lost. */
  readonly lenient?: boolean
}

/** Everything that a receiver scenario may use of the outside world. Nothing here throws for what a receiver does. */
export interface ReceiverPorts {
  readonly facts: ReceiverFacts
  /** A signing secret that nobody has. It is sent as a word, and searched for in all that a run writes. */
  readonly canary: string
  /** Milliseconds since the epoch. */
  now(): number
  /** Lets real time pass. @param what what is waited for, as the user sees it */
  sleep(ms: number, what?: string): Promise<void>
  /** A hexadecimal text that no other event of this or another run has; it follows from seed, time of the run and scenario. */
  unique(): string
  readonly generation: Generation
  /**
   * HMAC of a text in UTF-8.
   * @throws CannotTell when the profile lacks the secret
   */
  mac(secret: SecretChoice, text: string, hash?: 'sha256' | 'sha1' | 'sha512'): Uint8Array
  /** Computes a value once in a run: the first caller makes it, all others share it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /** Sets how many scenarios may run in parallel from now on. */
  share(scenarios: number): void
  /**
   * Sends one delivery. Nothing more is sent to a receiver that is lost: the exchange then fails as `unreachable`.
   * @throws CannotTell when the run has sent as many deliveries as it may
   */
  send(delivery: Delivery, options?: SendOptions): Promise<Exchange>
  /** Sends all but the last byte of each delivery, then all the last bytes at once. */
  sendTogether(deliveries: readonly Delivery[], options?: SendOptions): Promise<readonly Exchange[]>
  /** Sends deliveries one after the other over one connection, for as long as the receiver keeps it open. */
  sendOverOne(deliveries: readonly Delivery[]): Promise<readonly Exchange[]>
  /** Sends one delivery, then another over a second connection while the first is left open, if the receiver leaves it so. */
  sendBesideIdle(first: Delivery, second: Delivery): Promise<BesideIdle>
  /** Ends the run: what was found shows that nothing more can be judged. @param remark lines for the user about it */
  giveUp(obstacle: Obstacle, remark?: string): void
  /** Sets a delivery for a receiver that answers nothing any more: it is lost only if it does not answer this one in time. */
  checkWith(make: () => Delivery): void
  /** Says whether anything listens at the receiver's address. Sends nothing. */
  listens(): Promise<boolean>
  /** @throws CannotTell when the profile does not say where effects can be read */
  processed(): Promise<EffectsReading>
  /**
   * Has the receiver started again, by the profile's command.
   * @throws CannotTell when the profile has no such command, or it fails
   */
  restart(): Promise<void>
  /** Tries one protocol version; undefined when this machine cannot offer it. */
  handshake(version: Handshake['version']): Promise<Handshake | undefined>
  certificate(): Promise<CertificateFacts>
}

/** Needs that a receiver's scenarios may have. */
export type ReceiverNeed =
  /** A signing secret beside the endpoint's own. */
  | { readonly secret: 'previous' | 'revoked' }
  /** An address on https, or a way to start the receiver again. */
  | { readonly offers: 'https' | 'restart' }
