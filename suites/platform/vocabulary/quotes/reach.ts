import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { isAcceptedBind } from '../judge/accepted-bind.ts'
import type { Api } from './api.ts'
import { LAG_MS, type Watch } from './poll.ts'
import { isPromised } from './promise.ts'
import { outcomeOf, type Quotes, type SubmittedQuote } from './quote.ts'
import { stateOf } from './record.ts'

/** The needs of a scenario that brings a quote into a state. Every target can be brought to the states that are not named here. */
export function needsToReach(state: QuoteState): readonly PlatformNeed[] {
  switch (state) {
    case 'approved_rate':
    case 'underwriter_review':
    case 'failed':
      return [{ outcome: state }]
    // A declined submission has no id to ask for.
    case 'declined':
      return [{ operator: 'review_decline' }, { outcome: 'underwriter_review' }]
    default:
      return []
  }
}

/**
 * Returns the function that brings a new quote into a state. It guarantees only states that last. `pending` and `bound`
 * last while an operator holds them; otherwise the suite sees them only if the target is slow enough.
 */
export function reachOn(
  { operator, facts }: PlatformPorts,
  api: Api,
  quotes: Pick<Quotes, 'create'> & Watch,
  spec: Spec,
): (state: QuoteState) => Promise<SubmittedQuote> {
  const { lifecycle } = spec
  const rated = async (outcome: string, wanted: QuoteState): Promise<SubmittedQuote> => {
    if (lifecycle.named(wanted) === undefined)
      throw new CannotTell(`the version has no state ${wanted}`, 'api_version')
    const quote = await quotes.create(outcome)
    const { state, last } = await quotes.settle(quote.id)
    if (state === wanted) return quote
    // A recipe in the profile would help only where the suite had to guess one.
    const key = isPromised(facts, outcome) ? undefined : `outcomes.${outcome}`
    throw new CannotTell(`a quote should have reached ${wanted} and reached ${state ?? outcomeOf(last)}`, key)
  }

  const bind = async (quote: SubmittedQuote): Promise<void> => {
    const answer = await api.bind(quote.id)
    if (!isAcceptedBind(answer, spec)) {
      // A bind without a proper answer may have been carried out all the same: a status read shows it.
      const state = stateOf(await api.status(quote.id))
      if (state !== lifecycle.named('bound') && state !== 'issued')
        throw new CannotTell(`a bind to get a bound quote reached ${outcomeOf(answer)}`)
    }
  }

  const ways: Record<QuoteState, () => Promise<SubmittedQuote>> = {
    pending: () => quotes.create('ready_to_bind'),
    ready_to_bind: () => rated('ready_to_bind', 'ready_to_bind'),
    approved_rate: () => rated('approved_rate', 'approved_rate'),
    underwriter_review: () => rated('underwriter_review', 'underwriter_review'),
    failed: () => rated('failed', 'failed'),
    async bound() {
      const quote = await ways.ready_to_bind()
      await bind(quote)
      // A platform that answers first and stores afterwards shows the old state for a moment.
      await quotes.follow(quote.id, (state) => state !== 'ready_to_bind', LAG_MS)
      return quote
    },
    async issued() {
      const quote = await ways.bound()
      const { state, last } = await quotes.issue(quote.id)
      if (state === 'issued') return quote
      throw new CannotTell(`a bound quote should have been issued and reached ${state ?? outcomeOf(last)}`)
    },
    async declined() {
      if (!operator.can('review_decline'))
        throw new CannotTell(
          'a declined submission has no id to ask for, and no review can be declined',
          'operator.review_decline',
        )
      const quote = await ways.underwriter_review()
      await operator.perform('review_decline', { quote_id: quote.id })
      const { state } = await quotes.follow(quote.id, (seen) => seen === 'declined', facts.timing.rating)
      if (state === 'declined') return quote
      throw new CannotTell(`a declined review left its quote in ${state ?? 'no state at all'}`)
    },
  }
  return (state) => ways[state]()
}
