import type { Attempt, Delivery } from '../deliveries/log.ts'
import type { Endpoint } from '../events/endpoint.ts'
import type { Platform } from '../platform.ts'

/** The delivery log of an endpoint: every event and its attempts in their order, times in ISO 8601, secrets never. */
export function shownDeliveries(endpoint: Endpoint, platform: Platform): object {
  const { timestamp } = platform.behaviour.formats
  const moment = (at: number | undefined): string | null => (at === undefined ? null : timestamp(at))
  const attemptShown = ({ number, startedAt, endedAt, status, failure }: Attempt) => ({
    number,
    started_at: moment(startedAt),
    ended_at: moment(endedAt),
    status: status ?? null,
    failure: failure ?? null,
  })
  const shown = ({ event, state, nextAt, attempts }: Delivery) => ({
    event_id: event.id,
    type: event.type,
    state,
    next_attempt_at: moment(nextAt),
    attempts: attempts.map(attemptShown),
  })
  return { deliveries: platform.deliveries.of(endpoint).map(shown) }
}
