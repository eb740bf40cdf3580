import type { Arrival, Script } from '../../../../conformance/ports/webhooks.ts'
import type { DeliverySpec } from '../../../../spec/delivery.ts'
import type { Snapshot } from '../operator/step.ts'
import type { DeliveryClock } from '../time/delivery-clock.ts'
import type { Span } from '../time/span.ts'
import { asRetries, type RetryStep } from './copies.ts'
import { between, boundsAfter, inBounds } from './timing.ts'

/** The answers of a receiver that fails at once. */
export const FAILING: Script = [{ kind: 'answer', status: 500 }]

/** The day after the last attempt at an event. */
export interface DayAfter {
  /** Further attempts at the event. */
  readonly attempts: readonly Arrival[]
  /** Status of the endpoint before that day; absent where it cannot be read. */
  readonly status?: string
}

/** All attempts to deliver one event to an endpoint that always fails. */
export interface RetryTrace {
  /** In order of arrival, including copies. */
  readonly attempts: readonly Arrival[]
  /** The platform's own time at the start of the scenario, in milliseconds since the epoch; absent where it shows none. */
  readonly epoch?: Span
  /** Status of the endpoint after the fifth failed attempt. */
  readonly afterFive?: string
  /** Number of the last attempt after which the suite enabled the disabled endpoint. */
  readonly enabledAfter?: number
  /** Status of the endpoint at the end, before it was enabled once more. */
  readonly atTheEnd?: string
  /** How long the suite waited after the last attempt, in milliseconds. */
  readonly silenceMs: number
  /** Failed attempts about other quotes, before this quote was known. */
  readonly foreignDeliveries: number
  /** Deliveries of other events to the same endpoint, which accepts them. */
  readonly beside?: readonly Arrival[]
  /** The delivery log of the endpoint at the end; absent where the operator cannot show it. */
  readonly log?: Snapshot
  /** Absent where it was not watched: the clock cannot be moved, or the endpoint not enabled. */
  readonly dayAfter?: DayAfter
  /** The same retry schedule, measured once more by itself; absent where the first was measured closely enough. */
  readonly again?: RetryTrace
  readonly slackMs: number
  readonly heldUpMs: number
}

/**
 * Says whether the endpoint may have been out of service when a repeat fell due. An endpoint that is enabled at the end was in service
 * since the suite enabled it last.
 *
 * @param came number of attempts before that repeat
 */
export const mayHaveBeenOut = (
  { afterFive, atTheEnd, enabledAfter }: Pick<RetryTrace, 'afterFive' | 'atTheEnd' | 'enabledAfter'>,
  came: number,
): boolean => atTheEnd !== 'enabled' || (afterFive === 'disabled' && (enabledAfter ?? came) >= came)

/** Divides the attempts of a trace into a retry schedule and copies, by the clock that their timestamps show. */
export function retryStepsOf(
  { attempts, slackMs, heldUpMs }: Pick<RetryTrace, 'attempts' | 'slackMs' | 'heldUpMs'>,
  delivery: DeliverySpec,
  clock?: DeliveryClock,
): readonly RetryStep[] {
  return asRetries(attempts, delivery.attempts.length, (number, previous, attempt) => {
    const bounds = boundsAfter(previous.attempt, delayBefore(number, delivery), delivery, slackMs)
    return inBounds(attempt, between(previous, attempt, delivery, clock), bounds, heldUpMs).kind !== 'failed'
  })
}

export const delayBefore = (number: number, { attempts }: DeliverySpec): number =>
  attempts[number - 1]?.delayMs ?? 0
