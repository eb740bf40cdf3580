import type { SecureVersion } from 'node:tls'
import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'
import type { Attempt, EventDelivery } from './log.ts'
import type { SignedMessage } from './signature.ts'

/** The numbers of clause 8. Times in milliseconds of the platform's clock. */
export interface DeliveryFigures {
  /** The delay before each attempt; the last one holds for all that follow. */
  readonly delays: readonly number[]
  /** After so many attempts an event has failed permanently. */
  readonly attempts: number
  readonly deadline: number
  /** So many failures within the window disable an endpoint. */
  readonly threshold: number
  readonly window: number
  readonly gracePeriod: number
}

/** How events are delivered: to which endpoints, when, how often, in what requests, and when an endpoint is disabled. */
export interface WebhookRules<P> extends DeliveryFigures {
  /** Unit that the breaker counts: failed attempts, or events that have failed permanently. */
  readonly breaker: 'attempts' | 'deliveries'
  /** The clock that measures a delivery's deadline: the platform's, or the machine's, which cannot be moved. */
  readonly deadlineBy: 'platform' | 'machine'
  /** The deadline is that of a whole attempt, or of each read: then it starts anew with each byte that arrives. */
  readonly deadlineOf: 'attempt' | 'read'
  /** Decides on attempts that fall due while their endpoint is disabled. */
  readonly whileDisabled: 'dropped' | 'held'

  /** Says whether an endpoint gets an event. */
  wants(endpoint: Endpoint, event: PlatformEvent, platform: P): boolean
  /** How many deliveries an event makes to one endpoint. */
  copies(endpoint: Endpoint, event: PlatformEvent): number
  /** How long each of them begins after the one before it, in milliseconds. */
  readonly copyDelay: number
  /** How long an attempt may take until it is answered, in milliseconds. */
  waits(attempt: Attempt, platform: P): number
  /** From an event to the first attempt to deliver it, in milliseconds. */
  beginsAfter(endpoint: Endpoint, platform: P): number
  /** Says whether an endpoint gets a delivery at this moment. */
  inService(endpoint: Endpoint, delivery: EventDelivery): boolean

  readonly method: 'POST' | 'PUT'
  /** The oldest version of TLS that deliveries use. */
  readonly oldestTls: SecureVersion
  eventId(delivery: EventDelivery, attempt: Attempt, platform: P): string
  timestamp(delivery: EventDelivery, attempt: Attempt, platform: P): string
  body(delivery: EventDelivery, attempt: Attempt, platform: P): string
  /** The secrets that are valid at this moment, the newest first. */
  validSecrets(endpoint: Endpoint, platform: P): readonly [string, ...string[]]
  /** The secret among them that signs an attempt. */
  signingSecret(endpoint: Endpoint, platform: P, delivery: EventDelivery): string
  signedText(message: SignedMessage): string
  /** The signature as the header contains it. */
  sign(text: string, secret: string): string
  headers(message: SignedMessage, signature: string): Readonly<Record<string, string>>

  /** The part of an answer that is awaited: its head, or its body too. */
  readonly waitsFor: 'head' | 'body'
  succeeds(status: number): boolean
  /** The address to which a redirect is followed within the same attempt; undefined when it is not followed. */
  follows(status: number, location: string | undefined): string | undefined
  /** The delay from the end of an attempt to the next one; undefined when none follows. */
  next(attempt: Attempt, succeeded: boolean, platform: P, delivery: EventDelivery): number | undefined
  /** The delay before the attempt with this number, counted from the end of the one before. */
  delayBefore(number: number, previous: Attempt, platform: P): number

  /** Says whether an endpoint has too many failures within the window. */
  trips(endpoint: Endpoint, platform: P): boolean
}
