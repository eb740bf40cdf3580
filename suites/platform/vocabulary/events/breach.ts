import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { type Finding, failed, type Verdict } from '../../../../conformance/verdict.ts'
import { typeOf } from './event.ts'

/** Makes a failed verdict about a delivery of another partner's event (R24). */
export const ofAnotherPartner = (arrival: Arrival): Verdict =>
  breach(
    arrival,
    "events of the endpoint's own partner",
    `${typeOf(arrival)} of another partner's quote`,
    '/data',
  )

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
