import type { Arrival, ScriptedAnswer } from '../../../conformance/ports/webhooks.ts'
import type { SeenAttempt, SeenDelivery, ViewTables } from '../../../conformance/views.ts'
import type { DeliverySpec } from '../../../spec/index.ts'
import { withoutAnswer } from '../vocabulary/attempts/answered.ts'
import type { RetryStep } from '../vocabulary/attempts/copies.ts'
import { retryStepsOf } from '../vocabulary/attempts/retry-trace.ts'
import { between, boundsOf } from '../vocabulary/attempts/timing.ts'
import { eventIdOf, isRedirected, typeOf } from '../vocabulary/events/event.ts'
import type { Bounds } from '../vocabulary/time/decide.ts'
import { type DeliveryClock, deliveryClockOf } from '../vocabulary/time/delivery-clock.ts'
import type { Span } from '../vocabulary/time/span.ts'

/** Lists each event's attempts with their bounds on the retry schedule, by the same functions as the claims. */
export function seenDeliveries(
  arrivals: readonly Arrival[],
  delivery: DeliverySpec,
  tables: ViewTables,
): readonly SeenDelivery[] {
  const events = Map.groupBy(
    arrivals.filter((arrival) => !isRedirected(arrival)),
    (arrival) => `${arrival.endpoint} ${eventIdOf(arrival)}`,
  )
  return [...events.values()].flatMap((attempts) =>
    attempts.slice(0, 1).map((first) => ({
      type: typeOf(first) ?? 'unknown',
      eventId: eventIdOf(first) ?? 'without an Event-ID',
      attempts: attemptsSeen(attempts, delivery, tables, deliveryClockOf(arrivals)),
    })),
  )
}

function attemptsSeen(
  all: readonly Arrival[],
  delivery: DeliverySpec,
  tables: ViewTables,
  clock: DeliveryClock | undefined,
): readonly SeenAttempt[] {
  const retrySteps = retryStepsOf(
    { attempts: all, slackMs: tables.delivery.late.ms, heldUpMs: 0 },
    delivery,
    clock,
  )
  return all.map((attempt) => {
    const place = retrySteps.findIndex((rung) => rung.attempt === attempt)
    const common = {
      atMs: Math.round(attempt.latest - (all[0] ?? attempt).latest),
      answered: inWords(attempt.answered),
      signedWith: attempt.signature.signedWith,
    }
    if (place === -1) return common
    const previous = retrySteps[place - 1]
    const number = place + 1
    if (previous === undefined) return { number, ...common }
    return {
      number,
      ...common,
      ...measured(between(previous, attempt, delivery, clock), previous, number, delivery, tables),
    }
  })
}

function measured(
  { least, most }: Span,
  previous: RetryStep,
  number: number,
  delivery: DeliverySpec,
  { delivery: { attempts, late } }: ViewTables,
): Pick<SeenAttempt, 'waited' | 'rung' | 'place'> {
  const waited = { leastMs: Math.max(0, Math.round(least)), mostMs: Math.round(most) }
  const row = attempts.find((one) => one.number === number)
  // After a success no attempt is due, and after a missed deadline two delays are legal: so no bounds are shown.
  const { answered } = previous.attempt
  if (row === undefined || answered.kind !== 'answer' || answered.status < 300) return { waited }
  const bounds = boundsOf(row.delayMs, delivery, late.ms)
  const { requirement } = row
  return {
    waited,
    rung: {
      delayMs: row.delayMs,
      earliestMs: bounds.early,
      latestMs: bounds.late,
      ...(requirement === undefined ? {} : { requirement }),
    },
    place: placeOf({ least, most }, bounds),
  }
}

function placeOf({ least, most }: Span, { early, late }: Bounds): NonNullable<SeenAttempt['place']> {
  if (most < early) return 'early'
  if (least > late) return 'late'
  return least >= early && most <= late ? 'within' : 'unknown'
}

function inWords(answered: ScriptedAnswer): string {
  if (answered.kind === 'silence') return 'nothing'
  if (answered.kind === 'reset') return withoutAnswer(answered)
  return `${answered.status}${answered.delayMs === undefined ? '' : ` after ${answered.delayMs} ms`}`
}
