import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Finding, Verdict } from '../../../../../conformance/verdict.ts'
import { typeOf } from '../../../vocabulary/events/event.ts'

/** Names the event type in each finding about the attempts at an event: each type may have a schedule of its own. */
export function ofItsType(attempts: readonly Arrival[], verdict: Verdict): Verdict {
  const type = attempts.map(typeOf).find((one) => one !== undefined)
  if (verdict.kind !== 'failed' || type === undefined) return verdict
  const named = ({ expected, cause, ...rest }: Finding): Finding => ({
    ...rest,
    expected: `${expected} (${type})`,
    cause: { ...cause, expected: `${cause?.expected ?? expected} (${type})` },
  })
  return { ...verdict, findings: verdict.findings.map(named) }
}
