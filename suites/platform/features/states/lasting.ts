import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'

/** A quote in a state that lasts. */
export interface Lasting {
  readonly state: QuoteState
  readonly quote: SubmittedQuote
}

/** Brings quotes into states that last, each by its recipe. States without a recipe, or that are not reached, are left out. */
export async function lastingIn(
  { quotes, facts }: PlatformContext,
  states: readonly QuoteState[],
): Promise<readonly Lasting[]> {
  const all = await Promise.all(
    states
      .filter((state) => state in facts.outcomes)
      .map(async (state) => ({ state, quote: await quotes.reach(state).catch(unlessUnable) })),
  )
  return all.flatMap(({ state, quote }) => (quote === undefined ? [] : [{ state, quote }]))
}

/** Ends the review of a quote in each way that the operator can. Returns the quotes; a review that cannot be ended is left out. */
export async function reviewedIn(context: PlatformContext): Promise<readonly SubmittedQuote[]> {
  const { quotes, operator } = context
  const ends = (['approve', 'decline'] as const).filter((end) => operator.can(`review_${end}`))
  const all = await Promise.all(
    ends
      .map(async (end) => {
        const [open] = await lastingIn(context, ['underwriter_review'])
        if (open === undefined) return undefined
        await operator.perform(`review_${end}`, { quote_id: open.quote.id })
        await quotes.reviewed(open.quote.id)
        return open.quote
      })
      .map((one) => one.catch(unlessUnable)),
  )
  return all.flatMap((quote) => quote ?? [])
}
