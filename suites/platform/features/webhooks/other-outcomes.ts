import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, observed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { eventIn, quoteIdIn, typeOf } from './event.ts'

const OUTCOMES = ['underwriter_review', 'approved_rate', 'declined', 'failed'] as const

interface Trace {
  /** Outcomes that the profile has a recipe for, with whether a quote.created announced the quote. */
  readonly ratings: readonly { readonly outcome: string; readonly isAnnounced: boolean }[]
  /** True when anything arrived about a quote that goes straight through, which must be announced. */
  readonly hasArrived: boolean
}

/** Rating is over for these quotes, too; whether that is announced is open (R28). */
export const otherOutcomes: PlatformScenario = scenario<Trace>({
  id: 'webhooks/other-outcomes',
  title: 'The rating of a quote that does not go straight through may be announced',
  needs: [{ offers: 'webhooks' }],
  async drive({ quotes, webhooks, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    const made: { outcome: string; id: string | undefined; submission: Submission }[] = []
    for (const outcome of OUTCOMES.filter((one) => one in facts.outcomes)) {
      const { submission, answer } = await quotes.submit(outcome)
      made.push({ outcome, id: quoteIdOf(answer), submission })
    }
    for (const { id } of made) if (id !== undefined) await quotes.settle(id)
    // The quote that goes straight through is rated last: by the time of its event, so are the others.
    const last = await quotes.create('ready_to_bind')
    const ofLast = () => endpoint.arrivals().some((arrival) => quoteIdIn(arrival) === last.id.toLowerCase())
    const hasArrived = await webhooks.until(ofLast, facts.timing.rating + facts.timing.deliverySlack)
    const arrivals = endpoint.arrivals()
    return {
      hasArrived,
      ratings: made.map(({ outcome, id, submission }) => ({
        outcome,
        isAnnounced: arrivals.some((arrival) => announces(arrival, id, submission)),
      })),
    }
  },
  claims: [claim('observe-quote-created-for-other-outcomes', whichAreAnnounced)],
})

/** A submission that was declined at once has no id to look for; its customer is as good. */
function announces(arrival: Arrival, id: string | undefined, submission: Submission): boolean {
  if (typeOf(arrival) !== 'quote.created') return false
  if (id !== undefined) return quoteIdIn(arrival) === id.toLowerCase()
  return at(eventIn(arrival), '/data/customer/name') === submission.insured_name
}

function whichAreAnnounced({ ratings, hasArrived }: Trace): Verdict {
  if (ratings.length === 0) return cannotTell('no recipe for another outcome in the profile', 'outcomes')
  if (!hasArrived) return cutOff('nothing at all arrived at the receiver')
  return observed(
    ratings.map((one) => `${one.outcome}: ${one.isAnnounced ? 'announced' : 'not announced'}`).join(', '),
  )
}
