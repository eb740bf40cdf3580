import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { failed, type Verdict } from '../../../../conformance/verdict.ts'

/** A breach that a delivery shows. */
export function breach(arrival: Arrival, expected: string, seen: string, where: string): Verdict {
  return failed({ expected, observed: seen, at: where, arrival: arrival.id })
}
