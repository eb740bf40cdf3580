import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { ApartSubject } from '../../apart.ts'
import { circumstancesIn, wordsOfQuote } from '../ledger/circumstances.ts'
import { type QuoteSubject, quotesIn } from '../ledger/quotes.ts'
import { typeOf } from '../vocabulary/events/event.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'
import { apart, underCircumstances } from './under-circumstances.ts'

/** The quote that each delivery of a ledger is about, by the delivery's id. */
const quotesByArrival = onceFor(
  (facts: Facts<Spec>): ReadonlyMap<string, { readonly arrival: Arrival; readonly quote: QuoteSubject }> =>
    new Map(
      quotesIn(facts).flatMap((quote) =>
        quote.endpoints.flatMap(({ about }) =>
          about.map((arrival) => [arrival.id, { arrival, quote }] as const),
        ),
      ),
    ),
)

/** The circumstances of the quote that a delivery is about, in words. */
export function wordsOfDelivery({ id }: Arrival, facts: Facts<Spec>): readonly string[] {
  const quote = quotesByArrival(facts).get(id)?.quote
  return (quote && circumstancesIn(facts).get(quote)) ?? []
}

/**
 * Adds to each finding on a delivery the circumstances of the quote that it is about. The first one also says what sets those quotes
 * apart from others whose events are of the same types. Findings on other deliveries stay as they are.
 */
export function underQuotes(verdict: Verdict, facts: Facts<Spec>): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const known = quotesByArrival(facts)
  const circumstances = circumstancesIn(facts)
  const under = (quote: QuoteSubject) => circumstances.get(quote) ?? []
  const seenOf = ({ arrival = '' }: { readonly arrival?: string }) => known.get(arrival)
  const broken = Map.groupBy(verdict.findings, (finding) => seenOf(finding)?.quote)
  const types = new Set(verdict.findings.flatMap((finding) => typeOf(seenOf(finding)?.arrival ?? {}) ?? []))
  const alike = [...known.values()].flatMap(({ arrival, quote }) =>
    types.has(typeOf(arrival) ?? '') && !broken.has(quote) ? [quote] : [],
  )
  const judged: readonly ApartSubject[] = [
    ...[...broken].flatMap(([quote, findings]) =>
      quote === undefined ? [] : [{ verdict: { ...verdict, findings }, under: under(quote) }],
    ),
    ...[...new Set(alike)].map((quote) => ({ verdict: passed(), under: under(quote) })),
  ]
  const named = underCircumstances(judged, apart(judged))
  if (named.kind !== 'failed') return verdict
  return { ...verdict, findings: [...named.findings, ...(broken.get(undefined) ?? [])] }
}

/** The verdict on an answer about a quote. */
export interface JudgedAnswer {
  readonly exchange: Exchange
  readonly verdict: Verdict
}

/**
 * Combines verdicts on answers into one whose findings say the circumstances of their quotes, where any has some. Undefined without
 * verdicts.
 */
export function ofTheirQuotes(judged: readonly JudgedAnswer[], facts: Facts<Spec>): Verdict | undefined {
  if (judged.length === 0) return undefined
  const verdict = all(judged.map((one) => one.verdict))
  if (verdict.kind !== 'failed') return verdict
  const byQuote = Map.groupBy(judged, ({ exchange }) => exchange.quoteId ?? quoteIdOf(exchange))
  const subjects = [...byQuote].map(
    ([id, some]): ApartSubject => ({
      verdict: all(some.map((one) => one.verdict)),
      under: wordsOfQuote(id, facts),
    }),
  )
  const hasSome = subjects.some((one) => one.verdict.kind === 'failed' && one.under.length > 0)
  return hasSome ? underCircumstances(subjects, apart(subjects)) : verdict
}
