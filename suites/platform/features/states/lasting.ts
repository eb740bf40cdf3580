import { CannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
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
  const all: Lasting[] = []
  for (const state of states) {
    if (!(state in facts.outcomes)) continue
    try {
      all.push({ state, quote: await quotes.reach(state) })
    } catch (error) {
      if (!(error instanceof CannotTell)) throw error
    }
  }
  return all
}

/** Ends the review of a quote in each way that the operator can. Returns the quotes; a review that cannot be ended is left out. */
export async function reviewedIn(context: PlatformContext): Promise<readonly SubmittedQuote[]> {
  const { quotes, operator } = context
  const ends = (['approve', 'decline'] as const).filter((end) => operator.can(`review_${end}`))
  const all: SubmittedQuote[] = []
  for (const end of ends) {
    const [open] = await lastingIn(context, ['underwriter_review'])
    if (open === undefined) continue
    try {
      await operator.perform(`review_${end}`, { quote_id: open.quote.id })
      await quotes.reviewed(open.quote.id)
      all.push(open.quote)
    } catch (error) {
      unlessUnable(error)
    }
  }
  return all
}
