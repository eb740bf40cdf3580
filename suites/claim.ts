import type { Exchange } from '../conformance/exchange.ts'
import type { Claim, Facts, StandingClaim } from '../conformance/scenario.ts'
import type { Finding, Verdict } from '../conformance/verdict.ts'
import type { Spec } from '../spec/spec.ts'

/** Makes a claim that judges one requirement by a scenario's trace. */
export function claim<T>(
  requirement: string,
  judge: (trace: T, facts: Facts<Spec>) => Verdict,
  name?: string,
): Claim<T, Spec> {
  return name === undefined ? { requirement, judge } : { requirement, judge, name }
}

/** Makes a standing claim: it judges one requirement by the exchanges of every scenario. */
export function standing(requirement: string, judge: StandingClaim<Spec>['judge']): StandingClaim<Spec> {
  return { requirement, judge }
}

/** Makes a finding about an exchange. When it is about the status, only the status is its cause, not the body shown with it. */
export function finding(exchange: Exchange, expected: string, observed: string, at?: string): Finding {
  const { operation, answer } = exchange
  const status = answer?.status
  return {
    ...{ expected, observed, exchange: exchange.id },
    ...(at === undefined ? {} : { at }),
    ...(at === 'status' && status !== undefined && { cause: { observed: `status ${status}`, operation } }),
  }
}
