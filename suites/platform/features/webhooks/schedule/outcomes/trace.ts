import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'

/** Deliveries to endpoints that each answer in a way of their own. */
export interface OutcomesTrace {
  /** By way: the attempts at each of its endpoints; without those that the target registered no more endpoints for. */
  readonly attempts: Readonly<Record<string, readonly (readonly Arrival[])[]>>
  /** Likewise of the event that tells of the proposal; absent where it came too late to be watched with the others. */
  readonly proposals?: Readonly<Record<string, readonly (readonly Arrival[])[]>>
  /** Requests that followed a redirect. */
  readonly trapped: readonly Arrival[]
  /** Attempts about other quotes that were made to fail, too, before the own one was known. */
  readonly foreignDeliveries: number
  /** The operator's word on the endpoint where nothing listened; absent where it cannot be asked. */
  readonly closedStatus?: string
  /** How long repeats were watched for, in milliseconds. */
  readonly watchedMs: number
  readonly heldUpMs: number
}

export const isSuccess = ({ answered }: Arrival): boolean =>
  answered.kind === 'answer' && answered.status >= 200 && answered.status < 300
