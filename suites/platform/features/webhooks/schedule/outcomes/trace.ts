import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Way } from './ways.ts'

/** Deliveries to endpoints that answer in different ways. */
export interface OutcomesTrace {
  /** For each way, the attempts at each of its endpoints; without ways for which no endpoint could be registered. */
  readonly attempts: Readonly<Record<string, readonly (readonly Arrival[])[]>>
  /** Requests that followed a redirect. */
  readonly trapped: readonly Arrival[]
  /** Status of the endpoint where nothing listened; absent where it cannot be read. */
  readonly closedStatus?: string
  /** How long the suite watched for repeats, in milliseconds. */
  readonly watchedMs: number
  readonly heldUpMs: number
  /** How the platform refused an endpoint, where it did. */
  readonly refusal?: string
  /** Ways for which there was no endpoint in this round. */
  readonly left?: readonly Way[]
}

/** Least milliseconds from an answer in time to the deadline. With less, the suite itself may have missed it. */
export const LEFT_MS = 500
