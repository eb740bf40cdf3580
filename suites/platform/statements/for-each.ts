import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'

/** Filters the exchanges that a statement is about. Claims with the same concern share the result. */
const among = onceFor((concerns: Concern) =>
  onceFor((facts: Facts<Spec>) => facts.exchanges.filter((one) => concerns(one, facts))),
)

/** Says whether a statement is about an exchange; the second argument is all that happened. */
export type Concern = (exchange: Exchange, facts: Facts<Spec>) => boolean

/** Makes a judge of every exchange that a statement concerns; its verdict is undefined where there is none. */
export function forEach(
  concerns: Concern,
  judge: (exchange: Exchange) => Verdict,
): (facts: Facts<Spec>) => Verdict | undefined {
  const concernedOf = among(concerns)
  return (facts) => {
    const concerned = concernedOf(facts)
    return concerned.length === 0 ? undefined : all(concerned.map(judge))
  }
}
