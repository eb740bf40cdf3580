import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { type Finding, failed, type Verdict } from '../../../../conformance/verdict.ts'

/** Makes a failed verdict about a delivery. */
export function breach(
  arrival: Arrival,
  expected: string,
  seen: string,
  where: string,
  cause?: Finding['cause'],
): Verdict {
  return failed({ expected, observed: seen, at: where, arrival: arrival.id, ...(cause && { cause }) })
}
