import type { Arrival, Script } from '../../../../conformance/ports/webhooks.ts'
import type { Verdict } from '../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../spec/delivery.ts'
import type { Snapshot } from '../operator/step.ts'
import type { Bounds } from '../time/decide.ts'
import type { DeliveryClock } from '../time/delivery-clock.ts'
import { asRetries, type RetryStep } from './copies.ts'
import { between, boundsAfter, inBounds, ranOut } from './timing.ts'

/** The answers of a receiver that fails at once. */
export const FAILING: Script = [{ kind: 'answer', status: 500 }]

/** All attempts to deliver one event to an endpoint that always fails. */
export interface RetryTrace {
  /** In order of arrival, including copies. */
  readonly attempts: readonly Arrival[]
  /** Status of the endpoint after the fifth failed attempt. */
  readonly afterFive?: string
  /** The delivery log of the endpoint at the end; absent where the operator cannot show it. */
  readonly log?: Snapshot
  readonly slackMs: number
  readonly heldUpMs: number
}

/** Divides the attempts of a trace into a retry schedule and copies, by the clock that their timestamps show. */
export function retryStepsOf(
  { attempts, slackMs, heldUpMs }: Pick<RetryTrace, 'attempts' | 'slackMs' | 'heldUpMs'>,
  delivery: DeliverySpec,
  clock?: DeliveryClock,
): readonly RetryStep[] {
  const follows = (number: number, previous: RetryStep, attempt: Arrival): boolean => {
    const bounds = boundsBefore(number, previous, { delivery, slackMs })
    return inBounds(attempt, between(previous, attempt, delivery, clock), bounds, heldUpMs).kind !== 'failed'
  }
  return asRetries(
    attempts,
    delivery.attempts.length,
    clock,
    (number, previous, attempt) =>
      follows(number, previous, attempt) ||
      // A copy that was answered otherwise may be of a worker that goes on by itself.
      previous.copies.some(
        (copy) =>
          ranOut(copy, delivery) !== ranOut(previous.attempt, delivery) &&
          follows(number, { attempt: copy, copies: [] }, attempt),
      ),
  )
}

/** The basis on which a delay is judged: the specification, the clock that the timestamps show, the precision of times. */
export interface Measuring extends Pick<RetryTrace, 'slackMs' | 'heldUpMs'> {
  readonly delivery: DeliverySpec
  readonly clock: DeliveryClock | undefined
}

/** The bounds for the time from an attempt to the one with a number (8.retry, R25). */
export const boundsBefore = (
  number: number,
  { attempt }: RetryStep,
  { delivery, slackMs }: Pick<Measuring, 'delivery' | 'slackMs'>,
): Bounds => boundsAfter(attempt, delayBefore(number, delivery), delivery, slackMs)

/**
 * Judges that the attempt with a number is neither early nor late, within the precision of its time. Undefined where it, or the one before
 * it, did not come.
 */
export function repeatInTime(
  steps: readonly RetryStep[],
  number: number,
  measuring: Measuring,
): Verdict | undefined {
  const [previous, own] = [steps[number - 2], steps[number - 1]]
  if (previous === undefined || own === undefined) return undefined
  const { delivery, clock, heldUpMs } = measuring
  const span = between(previous, own.attempt, delivery, clock)
  return inBounds(own.attempt, span, boundsBefore(number, previous, measuring), heldUpMs)
}

export const delayBefore = (number: number, { attempts }: DeliverySpec): number =>
  attempts[number - 1]?.delayMs ?? 0
