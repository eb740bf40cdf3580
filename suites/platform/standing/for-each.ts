import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'

/** Finds the exchanges that a statement is about, once for all statements about the same ones. */
const among = onceFor((concerns: Concern) =>
  onceFor((exchanges: readonly Exchange[]) => exchanges.filter((one) => concerns(one, exchanges))),
)

/** Says of an exchange, among all of its scenario, whether a statement is about it. */
export type Concern = (exchange: Exchange, exchanges: readonly Exchange[]) => boolean

/** A statement about every exchange that it concerns; nothing is said where there is none. */
export function forEach(
  concerns: Concern,
  judge: (exchange: Exchange) => Verdict,
): (facts: Facts<Spec>) => Verdict | undefined {
  const concernedOf = among(concerns)
  return ({ exchanges }) => {
    const concerned = concernedOf(exchanges)
    return concerned.length === 0 ? undefined : all(concerned.map(judge))
  }
}
