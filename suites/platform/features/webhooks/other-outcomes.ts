import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, observed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { eventIn, quoteIdIn, typeOf } from '../../vocabulary/events/event.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

const OUTCOMES = ['underwriter_review', 'approved_rate', 'declined', 'failed'] as const

interface Trace {
  /** Outcomes with a recipe in the profile, and whether `quote.created` came for their quote. */
  readonly ratings: readonly { readonly outcome: string; readonly isAnnounced: boolean }[]
  /** True when the event of a straight-through quote arrived, which must come. */
  readonly hasArrived: boolean
}

/** Observes if `quote.created` comes for quotes with other outcomes of rating, which is open (R28). */
export const otherOutcomes: PlatformScenario = scenario<Trace>({
  id: 'webhooks/other-outcomes',
  title: 'quote.created for quotes with other outcomes',
  needs: [{ offers: 'webhooks' }],
  async drive({ quotes, webhooks, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    const made: { outcome: string; id: string | undefined; submission: Submission }[] = []
    for (const outcome of OUTCOMES.filter((one) => one in facts.outcomes)) {
      const { submission, answer } = await quotes.submit(outcome)
      made.push({ outcome, id: quoteIdOf(answer), submission })
    }
    for (const { id } of made) if (id !== undefined) await quotes.settle(id)
    // The straight-through quote comes last: at the time of its event, the others are rated too.
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

/** Says whether an event announces a quote. A submission that was declined at once has no id, so its customer is compared. */
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
