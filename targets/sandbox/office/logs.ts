import type { Attempt, EventDelivery } from '../deliveries/log.ts'
import type { Platform } from '../platform.ts'
import type { LogRules } from './rules.ts'

export const standardLogs: LogRules<Platform> = {
  shown(endpoint, { deliveries, behaviour }) {
    const moment = (at: number | undefined): string | null =>
      at === undefined ? null : behaviour.formats.timestamp(at)
    const attemptShown = ({ number, startedAt, endedAt, status, failure, resent }: Attempt) => ({
      number,
      ...(resent && { resent }),
      at: moment(startedAt),
      ended_at: moment(endedAt),
      status: status ?? null,
      failure: failure ?? null,
    })
    return deliveries.of(endpoint).map(({ event, state, nextAt, attempts }: EventDelivery) => ({
      event_id: event.id,
      type: event.type,
      status: state,
      next_attempt_at: moment(nextAt),
      attempts: attempts.map(attemptShown),
    }))
  },
}
