import type { Exchange } from '../../../conformance/exchange.ts'
import type { Performance, SessionTrace } from '../../../conformance/ports/client.ts'
import { all, cannotTell, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'

export { finding } from '../../claim.ts'

/** Passed without findings; "cannot tell" where no request was seen. */
export function judged(seen: number, findings: readonly Finding[], nothing: string): Verdict {
  if (findings.length > 0) return failed(...findings)
  return seen === 0 ? cannotTell(nothing) : passed()
}

/** Judges each performance of a session. */
export function each(trace: SessionTrace, judge: (performance: Performance) => Verdict): Verdict {
  return all(trace.performances.map(judge))
}

/** A verdict on every request of a kind; "cannot tell" where there was none. */
export function every(
  requests: readonly Exchange[],
  check: (exchange: Exchange) => Finding | undefined,
): Verdict | undefined {
  if (requests.length === 0) return undefined
  const findings = requests.flatMap((one) => check(one) ?? [])
  return findings.length === 0 ? passed() : failed(...findings)
}
