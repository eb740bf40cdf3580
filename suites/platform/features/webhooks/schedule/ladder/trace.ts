import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Delivery } from '../../../../../../spec/delivery.ts'
import type { Look } from '../../../office/step.ts'
import { asLadder, type Rung } from '../copies.ts'
import type { Span } from '../moment.ts'
import { between, boundsAfter, inBounds } from '../timing.ts'

/** The day after the last attempt at an event. */
export interface DayAfter {
  /** Further attempts at the event. */
  readonly attempts: readonly Arrival[]
  /** Status of the endpoint before that day, as the operator says it; absent where nobody can say it. */
  readonly status?: string
}

/** All attempts to deliver one event to an endpoint that always fails. */
export interface LadderTrace {
  /** In order of arrival, copies among them. */
  readonly attempts: readonly Arrival[]
  /** The platform's own time at the start of the scenario, in milliseconds since the epoch; absent where it shows none. */
  readonly epoch?: Span
  /** The operator's answer on the endpoint after the fifth failed attempt, and at the end. */
  readonly afterFive?: string
  readonly atTheEnd?: string
  /** How long nothing more came after the last attempt, in milliseconds. */
  readonly silenceMs: number
  /** Attempts about other quotes that were refused, too, before the own one was known. */
  readonly foreignDeliveries: number
  /** Deliveries of other events to the same endpoint, which takes them. */
  readonly beside?: readonly Arrival[]
  /** The delivery log of the endpoint at the end; absent where the operator cannot show it. */
  readonly log?: Look
  /** Absent where it was not watched: time cannot be moved, or nobody takes the endpoint back into service. */
  readonly dayAfter?: DayAfter
  readonly slackMs: number
  readonly heldUpMs: number
}

/** The attempts of a trace as a ladder plus copies. */
export function rungsOf(
  { attempts, slackMs, heldUpMs }: Pick<LadderTrace, 'attempts' | 'slackMs' | 'heldUpMs'>,
  delivery: Delivery,
): readonly Rung[] {
  return asLadder(attempts, delivery.attempts.length, (number, previous, attempt) => {
    const bounds = boundsAfter(previous.attempt, delayBefore(number, delivery), delivery, slackMs)
    return inBounds(attempt, between(previous, attempt, delivery), bounds, heldUpMs).kind !== 'failed'
  })
}

export const delayBefore = (number: number, { attempts }: Delivery): number =>
  attempts[number - 1]?.delayMs ?? 0
