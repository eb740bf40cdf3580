import type { Headers } from '../headers.ts'
import type { ScriptedAnswer } from './scripted-answer.ts'

export type { ScriptedAnswer }

/** One HTTP request that reached the suite's receiver: an attempt to deliver an event. */
export interface Arrival {
  /** Unique in a run: the endpoint's path, then a number. */
  readonly id: string
  /** Path of the endpoint that received it. */
  readonly endpoint: string
  /** The types of events that the suite had registered the endpoint for by then; absent where somebody else did. */
  readonly subscribed?: readonly string[]
  /** It is signed with the secret of another endpoint at the same address, and so is for that one. */
  readonly beside?: true
  /** The request followed a redirect that the suite had answered, and is no attempt of its own. */
  readonly redirected?: true
  readonly method: string
  /** Lower-case names, in the order of arrival; a repeated header is a repeated entry. */
  readonly headers: Headers
  /** The body as text; absent when its bytes are no valid UTF-8. Byte order marks stay in it. */
  readonly body?: string
  /** The encoding of its bytes, as a mark before them names it; absent for UTF-8. */
  readonly encoding?: 'utf-16le' | 'utf-16be'
  /** Lower-case hex SHA-256 of the body's bytes. */
  readonly bodySha256: string
  /**
   * Target time at which it arrived, in milliseconds since the scenario began. A moved clock hides the exact moment: it lies
   * after `earliest` and not after `latest`. On real time the two differ by how late this process may have noticed it.
   */
  readonly earliest: number
  readonly latest: number
  /** When it arrived by the suite's clock, in milliseconds since the epoch with fractions; absent in records of older versions. */
  readonly receivedAt?: number
  /**
   * Real milliseconds since the scenario began, where a moved clock may also run on by itself. A time between
   * two arrivals may be longer by so much. Absent elsewhere.
   */
  readonly besideMs?: number
  /** For how many of these milliseconds the target's clock was being moved; it may have stood still in them. Absent for none. */
  readonly besideMovingMs?: number
  /** Target time at which the receiver's answer was complete, or the connection broke; absent while it is open. */
  readonly ended?: number
  /** The other side closed the connection before the answer began, or before a status line that drips was complete. */
  readonly unanswered?: true
  /** Real milliseconds from its arrival to that moment. */
  readonly openMs?: number
  /** For how many of these milliseconds the target's clock was being moved; absent for none. */
  readonly movingMs?: number
  /**
   * For how long the endpoint had been out of service among earlier attempts, in milliseconds, as the scenario noted it.
   * Deliveries that fell due in that time may be late by as much, and so may those that follow. Absent for none.
   */
  readonly heldMs?: number
  /** Its ids that an event about something else had before, at any endpoint of the run. Absent for none. */
  readonly reused?: readonly ('event-id' | 'policy-id')[]
  /** Response of the receiver. */
  readonly answered: ScriptedAnswer
  /** The signed text and the signing secret, found with the receiver's own implementation. */
  readonly signature: SignatureFinding
}

export interface SignatureFinding {
  /** The header's value as it came. */
  readonly value?: string
  /**
   * Which secret and which string give the value: `current` or `former` secret, over the string that clause 6.signature.1 names.
   * `none` when neither does; `unknown` where no secret is known, as in a recording made elsewhere.
   */
  readonly signedWith: 'current' | 'former' | 'none' | 'unknown'
  /** A diagnosis that explains a wrong value: `base64`, `body-only`, `other-separator`, `re-serialised-body`, `other-endpoint`... */
  readonly diagnosis?: string
}

/** A delivery as far as it is known when it has to be answered. */
export type Incoming = Pick<Arrival, 'headers' | 'body'>

/** The deliveries that a script answers, and how it counts them. */
export interface ScriptScope {
  /** Default: all of them. */
  readonly concerns?: (delivery: Incoming) => boolean
  /** Deliveries with the same key use up one sequence of steps; each key has its own. Default: one key for all. */
  readonly per?: (delivery: Incoming) => string
  /**
   * Attempts that arrive within so many milliseconds of target time after a step began get the same answer, and use up no step.
   */
  readonly copyMs?: number
}

/** Answers to the attempts, from the first on; the last one holds for all that follow. */
export type Script = readonly ScriptedAnswer[]

/** An endpoint that offers nothing better than TLS 1.1. */
export interface OldTlsEndpoint {
  /** How many connections there were, and the version of each handshake that succeeded. */
  handshakes(): { readonly tried: number; readonly accepted: readonly string[] }
  arrivals(): readonly Arrival[]
}

/** A signing secret as far as it may be known outside the receiver. */
export interface SecretFacts {
  /** Equal marks mean equal secrets, also at different endpoints of the target. */
  readonly mark: number
  /** How often the secret was given out as a new one, at any endpoint of the target; absent: once. */
  readonly made?: number
  /** Ids of the exchanges of the scenario whose answers hold the secret. */
  readonly shownIn: readonly string[]
}

/** An endpoint as the platform knows it. */
export interface RegisteredEndpoint {
  /** Id that the operator's `register_endpoint` returned. */
  readonly id: string
  /** The signing secrets that it has had, the oldest first; none of one that was registered by hand. */
  secrets(): readonly SecretFacts[]
}

/** One more endpoint at the address of another one. */
export interface EndpointBeside extends RegisteredEndpoint {
  /** The deliveries at that address that are signed with its own secret, in order. */
  arrivals(): readonly Arrival[]
}

/** An endpoint that was registered for one scenario, with a path of its own on the suite's receiver. */
export interface WebhookEndpoint extends RegisteredEndpoint {
  /** Everything that arrived so far, in order, without what is for another endpoint at the same address. */
  arrivals(): readonly Arrival[]
  /** Everything that arrived at its address so far, in order. */
  atAddress(): readonly Arrival[]
  /**
   * Changes the answers from the next attempt on.
   * @param scope a script for some deliveries takes precedence over earlier ones; a script for all of them
   * replaces all others
   */
  answer(script: Script, scope?: ScriptScope): void
  /** Takes the new secret that `rotate_secret` returned; the one before counts as `former` from now on. */
  rotate(): Promise<void>
  /**
   * Notes that the endpoint was out of service for so many milliseconds of target time, before it is enabled again: see
   * `Arrival.heldMs`.
   */
  noteOutOfService(ms: number): void
  /** Ids of the arrivals whose signature is right with a text as its key that was never given as a signing secret. */
  signedBy(text: string): readonly string[]
}

/** An endpoint whose address is compared octet by octet. */
export interface EndpointAt extends WebhookEndpoint {
  /** The endings with which requests came to its path, other than its own. */
  strays(): readonly string[]
}

/** An endpoint at an address where nothing listens yet. */
export interface ClosedEndpoint extends WebhookEndpoint {
  /** Listens there from now on. */
  listen(): Promise<void>
}

/** The endpoints that a scenario registers from some moment on. */
export interface OpenedSince {
  /** How the platform refused the last registration that it refused; undefined where it refused none. */
  refusal(): string | undefined
  /** Their paths on the receiver. */
  paths(): readonly string[]
  /** Deletes them, where the operator can. What has arrived stays evidence. Never throws. */
  close(): Promise<void>
}

/** The suite's receiver, as a scenario sees it. */
export interface WebhookPort {
  /** The address for deliveries, where an operator registers the endpoint by hand; absent where the suite registers endpoints. */
  readonly byHand?: string
  /**
   * Registers a new endpoint for event types, by the operator's `register_endpoint`; its path answers 200 unless scripted.
   * Where one was registered by hand it is always that one, whatever the types.
   *
   * @throws CannotTell when the operator cannot register, or the target cannot reach the receiver
   */
  open(events: readonly string[], script?: Script): Promise<WebhookEndpoint>
  /**
   * Registers an endpoint for another partner, where the operator's recipe takes a `partner_id`.
   *
   * @throws CannotTell as `open` does, and where the recipe registers for one partner only
   */
  openFor(partnerId: string, events: readonly string[]): Promise<WebhookEndpoint>
  /**
   * Registers an endpoint whose address ends in a text: more path, a query. Only requests for exactly that address arrive there.
   *
   * @throws CannotTell as `open` does, and where what is before the receiver may change an address
   */
  openAt(ending: string, events: readonly string[]): Promise<EndpointAt>
  /**
   * Registers one more endpoint at the address of another one. Deliveries for either of them are recorded at the first.
   *
   * @throws CannotTell as `open` does, and where the target refuses an address that it already has
   */
  openBeside(endpoint: WebhookEndpoint, events: readonly string[]): Promise<EndpointBeside>
  /**
   * Registers an endpoint at an address of its own, where connections are refused until it listens.
   *
   * @throws CannotTell as `open` does, and where the receiver is not reached directly over plain HTTP
   */
  openClosed(events: readonly string[], script?: Script): Promise<ClosedEndpoint>
  /**
   * Registers an endpoint that offers TLS 1.0 and 1.1 only, so that nothing may be delivered to it.
   *
   * @throws CannotTell as `open` does, or when the receiver is not on https
   */
  openWithOldTls(events: readonly string[]): Promise<OldTlsEndpoint>
  /** Notes what is registered from now on, since how many endpoints an account may have is not shown. */
  since(): OpenedSince
  /**
   * Waits for work of the platform, in steps of at most `stepMs`; by default they grow with the wait. Ends when a condition
   * holds, or after `withinMs` of target time; on a moved clock also of real time. After each step all deliveries sent meanwhile
   * have arrived.
   * @returns whether the condition came to hold
   */
  until(condition: () => boolean, withinMs: number, stepMs?: number): Promise<boolean>
  /**
   * Lets a window of target time pass in the same steps, to see work that falls due by timers, or that nothing arrives. A
   * condition ends it.
   * @returns whether the condition came to hold
   */
  watch(windowMs: number, stepMs?: number, condition?: () => boolean): Promise<boolean>
  /**
   * Says whether the target could reach the receiver: an event has reached any endpoint of the run since the scenario began.
   * Always true where nothing stands between the target and the receiver. False where this process was too busy, since a
   * platform may give up on a receiver that does not answer in time.
   */
  reached(): boolean
  /**
   * The longest time, in milliseconds, that this process was blocked while the scenario ran: every real time may be wrong by
   * that much.
   */
  heldUpMs(): number
}
