import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { eventIdOf, isOfAnotherEvent, typeOf } from '../vocabulary/events/event.ts'
import { endpointsIn, isTakenAtOnce, type WatchedEndpoint } from './endpoints.ts'

/** All attempts to deliver one event to one endpoint. */
export interface AttemptSeries {
  readonly endpoint: WatchedEndpoint
  /** In order of arrival, copies among them. */
  readonly attempts: readonly Arrival[]
}

/** The series of attempts of a ledger, at every endpoint. */
export const seriesIn = onceFor((facts: Facts<Spec>): readonly AttemptSeries[] =>
  endpointsIn(facts).flatMap((endpoint) =>
    attemptsByEvent(endpoint.arrivals, facts.spec).map((attempts) => ({ endpoint, attempts })),
  ),
)

/**
 * Divides the deliveries to an endpoint by their events. An event is known by its Event-ID, unless that names another event as well. An
 * attempt that follows a failed one with the same bytes is at the same event, too, whatever its id. Of types that the specification does
 * not know, two events may have the same bytes (R28).
 */
export function attemptsByEvent(
  arrivals: readonly Arrival[],
  { delivery }: Spec,
): readonly (readonly Arrival[])[] {
  const events: Arrival[][] = []
  const byId = new Map<string, Arrival[]>()
  const byBody = new Map<string, Arrival[]>()
  const isKnown = (one: Arrival) => delivery.events.some(({ type }) => type === typeOf(one))
  for (const one of arrivals) {
    const id = eventIdOf(one)
    const own =
      sameEvent(id === undefined ? undefined : byId.get(id), one) ??
      sameEvent(failedAtLast(byBody.get(one.bodySha256)), one)
    const event = own ?? []
    if (own === undefined) events.push(event)
    event.push(one)
    if (id !== undefined) byId.set(id, event)
    if (isKnown(one)) byBody.set(one.bodySha256, event)
  }
  return events
}

function sameEvent(event: Arrival[] | undefined, other: Arrival): Arrival[] | undefined {
  const [first] = event ?? []
  return first === undefined || isOfAnotherEvent(first, other) ? undefined : event
}

function failedAtLast(event: Arrival[] | undefined): Arrival[] | undefined {
  const last = event?.at(-1)
  return last === undefined || isTakenAtOnce(last) ? undefined : event
}
