import type { Facts } from '../../../conformance/scenario.ts'
import { all } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { ApartSubject } from '../../apart.ts'
import { wordsOfQuote } from '../ledger/circumstances.ts'
import type { QuoteVerdict } from './judge.ts'
import type { JourneyTrace } from './trace.ts'

/** The verdicts of a journey on one requirement: one for each quote that it concerns, with the circumstances of the quote. */
export function judgedByQuote(
  verdicts: readonly QuoteVerdict[],
  requirement: string,
  { quotes }: Pick<JourneyTrace, 'quotes'>,
  facts: Facts<Spec>,
): readonly ApartSubject[] {
  const own = verdicts.filter((one) => one.requirement === requirement)
  return [...Map.groupBy(own, ({ quote }) => quote)].map(([place, some]) => ({
    verdict: all(some.map(({ verdict }) => verdict)),
    under: wordsOfQuote(quotes[place]?.id, facts),
  }))
}
