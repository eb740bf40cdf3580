import type { Exchange } from '../conformance/exchange.ts'
import { onceFor } from '../conformance/once.ts'
import type { Claim, Facts, StandingClaim, Suite } from '../conformance/scenario.ts'
import type { Finding, Verdict } from '../conformance/verdict.ts'
import { adviceOn } from '../spec/remedies.ts'
import type { Spec } from '../spec/spec.ts'

const byId = onceFor((exchanges: readonly Exchange[]) => new Map(exchanges.map((one) => [one.id, one])))

/** Adds to each finding of a suite the advice that fits its kind, where there is some. */
export function advised<C>(suite: Suite<C, Spec>): Suite<C, Spec> {
  return {
    ...suite,
    scenarios: suite.scenarios.map((scenario) => ({
      ...scenario,
      claims: scenario.claims.map(
        (claim): Claim<unknown, Spec> => ({
          ...claim,
          judge: (trace, facts) => withRemedy(claim.requirement, claim.judge(trace, facts), facts),
        }),
      ),
    })),
    standing: suite.standing.map(
      (claim): StandingClaim<Spec> => ({
        ...claim,
        judge(facts) {
          const verdict = claim.judge(facts)
          return verdict && withRemedy(claim.requirement, verdict, facts)
        },
      }),
    ),
  }
}

function withRemedy(requirement: string, verdict: Verdict, { spec, exchanges }: Facts<Spec>): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const row = spec.requirement(requirement)
  const advised = (finding: Finding): Finding => {
    const shown = byId(exchanges).get(finding.exchange ?? '')
    const answered = shown && (shown.answer?.status ?? shown.failure?.kind ?? 'none')
    const remedy = finding.remedy ?? adviceOn(row, finding, answered, spec.remedies)
    return remedy === undefined ? finding : { ...finding, remedy }
  }
  return { ...verdict, findings: verdict.findings.map(advised) }
}
