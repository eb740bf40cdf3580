import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { requestedQuoteId } from '../vocabulary/requests.ts'
import { withTokenStates } from './tokens.ts'

/** Longer than any answer takes. A recorder that does not know how long one took says so much. */
const UNKNOWN_MS = 3_600_000

const isUntimed = ({ elapsedMs }: Exchange): boolean => elapsedMs >= UNKNOWN_MS

/** The quote that a request is about, or its kind. */
const subjectOf = (one: Exchange): string => requestedQuoteId(one) ?? one.operation

/** Without what is about a quote of which nobody knows how long some answer took. */
function timed(exchanges: readonly Exchange[]): readonly Exchange[] {
  const unknown = new Set(exchanges.filter(isUntimed).map(subjectOf))
  return unknown.size === 0 ? exchanges : exchanges.filter((one) => !unknown.has(subjectOf(one)))
}

export const lacksDurations = ({ exchanges }: Facts<Spec>): boolean => exchanges.some(isUntimed)

const NONE: readonly Arrival[] = []

/** One object for all statements about a ledger, so that each computes anew only what none has computed. */
const factsBy = onceFor((exchanges: readonly Exchange[]) => {
  const known = withTokenStates(timed(exchanges))
  return onceFor((arrivals: readonly Arrival[]) =>
    onceFor((spec: Spec): Facts<Spec> => ({ spec, exchanges: known, arrivals })),
  )
})

/** Facts as statements about what a client sends over time use them: with the states of tokens, and with times that are known. */
export const knownFacts = ({ exchanges, arrivals = NONE, spec }: Facts<Spec>): Facts<Spec> =>
  factsBy(exchanges)(arrivals)(spec)
