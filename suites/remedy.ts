import type { Facts, StandingClaim } from '../conformance/scenario.ts'
import type { Verdict } from '../conformance/verdict.ts'
import type { Spec } from '../spec/spec.ts'

/** Adds to each finding what a partner can change, where the requirement's row says it. */
export function withRemedy(requirement: string, verdict: Verdict, spec: Spec): Verdict {
  const { remedy } = spec.requirement(requirement)
  if (verdict.kind !== 'failed' || remedy === undefined) return verdict
  return { ...verdict, findings: verdict.findings.map((finding) => ({ remedy, ...finding })) }
}

/** One requirement of a partner's side, judged on the exchanges of every scenario. */
export function standing(
  requirement: string,
  judge: (facts: Facts<Spec>) => Verdict | undefined,
): StandingClaim<Spec> {
  return {
    requirement,
    judge(facts) {
      const verdict = judge(facts)
      return verdict && withRemedy(requirement, verdict, facts.spec)
    },
  }
}
