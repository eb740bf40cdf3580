import type { SecureVersion } from 'node:tls'
import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'
import type { Attempt, Delivery } from './log.ts'
import type { Message } from './signature.ts'

/** The figures of clause 8. Times in milliseconds of the platform's clock. */
export interface DeliveryFigures {
  /** Before each attempt; the last one holds for all that follow. */
  readonly delays: readonly number[]
  /** After so many an event has failed for good. */
  readonly attempts: number
  readonly deadline: number
  /** So many failures within the window disable an endpoint. */
  readonly threshold: number
  readonly window: number
  readonly gracePeriod: number
}

/** How events reach endpoints: whom, when, how often, with what in the request, and when an endpoint is given up. */
export interface WebhookRules<P> extends DeliveryFigures {
  /** Unit that the breaker counts: failed attempts, or events that have failed for good. */
  readonly breaker: 'attempts' | 'deliveries'
  /** The clock that a delivery's deadline goes by: the platform's, or that of the machine, which nobody moves. */
  readonly deadlineBy: 'platform' | 'machine'
  /** Fate of an attempt that falls due while its endpoint is disabled. */
  readonly whileDisabled: 'dropped' | 'held'

  /** Says whether an endpoint is to get an event. */
  wants(endpoint: Endpoint, event: PlatformEvent, platform: P): boolean
  /** How many deliveries an event makes to one endpoint. */
  copies(endpoint: Endpoint, event: PlatformEvent): number
  /** How long each of them begins after the one before it, in milliseconds. */
  readonly copyDelay: number
  /** How long an attempt may take until it is answered, in milliseconds. */
  waits(attempt: Attempt, platform: P): number
  /** From an event to the first attempt to deliver it, in milliseconds. */
  beginsAfter(endpoint: Endpoint, platform: P): number
  /** Says whether an endpoint gets a delivery at the moment. */
  inService(endpoint: Endpoint, delivery: Delivery): boolean

  readonly method: 'POST' | 'PUT'
  /** The oldest version of TLS that deliveries use. */
  readonly oldestTls: SecureVersion
  eventId(delivery: Delivery, attempt: Attempt, platform: P): string
  timestamp(delivery: Delivery, attempt: Attempt, platform: P): string
  body(delivery: Delivery, attempt: Attempt, platform: P): string
  /** The secrets that are right at the moment, the newest first. */
  validSecrets(endpoint: Endpoint, platform: P): readonly [string, ...string[]]
  /** The one of them that signs an attempt. */
  signingSecret(endpoint: Endpoint, platform: P, delivery: Delivery): string
  signedText(message: Message): string
  /** The signature as it stands in its header. */
  sign(text: string, secret: string): string
  headers(message: Message, signature: string): Readonly<Record<string, string>>

  /** The part of an answer that is waited for: its head, or its body too. */
  readonly waitsFor: 'head' | 'body'
  succeeds(status: number): boolean
  /** Where a redirect is followed to within the same attempt; undefined when it is not. */
  follows(status: number, location: string | undefined): string | undefined
  /** From the end of an attempt to the next one; undefined when none follows. */
  next(attempt: Attempt, succeeded: boolean, platform: P, delivery: Delivery): number | undefined
  /** Before an attempt with this number, counted from the end of the one before. */
  delayBefore(number: number, previous: Attempt, platform: P): number

  /** Says whether the failures of an endpoint within the window are too many. */
  trips(endpoint: Endpoint, platform: P): boolean
}
