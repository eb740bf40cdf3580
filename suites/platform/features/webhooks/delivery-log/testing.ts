import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { delivered, iso } from '../../../vocabulary/events/testing.ts'
import { snapshotOf } from '../../../vocabulary/operator/testing.ts'

export const came = (id: string, at: number, status: number): Arrival => ({
  ...delivered({ id, at }),
  answered: { kind: 'answer', status },
})

export const arrivals = [
  came('e-1', 1000, 500),
  came('e-1', 2000, 503),
  came('e-1', 4000, 200),
  came('e-2', 4100, 200),
]

export interface Attempt {
  readonly at?: unknown
  readonly status?: unknown
}

export const entry = (event_id: string, attempts: readonly Attempt[], status = 'delivered') => ({
  event_id,
  status,
  attempts,
})
export const FIRST: readonly Attempt[] = [
  { at: iso(1000), status: 500 },
  { at: iso(2000), status: 503 },
  { at: iso(4000), status: 200 },
]
export const SECOND = entry('e-2', [{ at: iso(4100), status: 200 }])
export const log = (attempts: readonly Attempt[]) =>
  snapshotOf('delivery_log', [entry('e-1', attempts), SECOND])
