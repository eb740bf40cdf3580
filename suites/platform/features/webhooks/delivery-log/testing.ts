import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { delivered, iso } from '../../../vocabulary/events/testing.ts'
import { snapshotOf } from '../../../vocabulary/operator/testing.ts'

export const cameAt = (id: string, at: number, status: number): Arrival => ({
  ...delivered({ id, at }),
  answered: { kind: 'answer', status },
})

export const arrivals = [
  cameAt('e-1', 1000, 500),
  cameAt('e-1', 2000, 503),
  cameAt('e-1', 4000, 200),
  cameAt('e-2', 4100, 200),
]

export interface LogAttempt {
  readonly at?: unknown
  readonly status?: unknown
}

export const logEntry = (event_id: string, attempts: readonly LogAttempt[], status = 'delivered') => ({
  event_id,
  status,
  attempts,
})
export const FIRST: readonly LogAttempt[] = [
  { at: iso(1000), status: 500 },
  { at: iso(2000), status: 503 },
  { at: iso(4000), status: 200 },
]
export const SECOND = logEntry('e-2', [{ at: iso(4100), status: 200 }])
export const log = (attempts: readonly LogAttempt[]) =>
  snapshotOf('delivery_log', [logEntry('e-1', attempts), SECOND])
