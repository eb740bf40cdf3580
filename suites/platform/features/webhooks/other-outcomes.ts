import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, observed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { eventIn, quoteIdIn, typeOf } from './event.ts'

const OUTCOMES = ['underwriter_review', 'approved_rate', 'declined', 'failed'] as const

interface Trace {
  /** Outcomes that the profile has a recipe for, with whether a quote.created told of the quote. */
  readonly told: readonly { readonly outcome: string; readonly told: boolean }[]
  /** True when anything arrived of a quote that goes straight through, which must be told of. */
  readonly heard: boolean
}

/** Rating is over for these quotes, too; whether that is told is open (R28). */
export const otherOutcomes: PlatformScenario = scenario<Trace>({
  id: 'webhooks/other-outcomes',
  title: 'The rating of a quote that does not go straight through may be told of',
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
    const heard = await webhooks.until(ofLast, facts.timing.rating)
    const arrivals = endpoint.arrivals()
    return {
      heard,
      told: made.map(({ outcome, id, submission }) => ({
        outcome,
        told: arrivals.some((arrival) => tells(arrival, id, submission)),
      })),
    }
  },
  claims: [claim('observe-quote-created-for-other-outcomes', whichAreTold)],
})

/** A submission that was declined at once has no id to look for; its customer is as good. */
function tells(arrival: Arrival, id: string | undefined, submission: Submission): boolean {
  if (typeOf(arrival) !== 'quote.created') return false
  if (id !== undefined) return quoteIdIn(arrival) === id.toLowerCase()
  return at(eventIn(arrival), '/data/customer/name') === submission.insured_name
}

function whichAreTold({ told, heard }: Trace): Verdict {
  if (told.length === 0) return cannotTell('no recipe for another outcome in the profile', 'outcomes')
  if (!heard) return cutOff('nothing at all arrived at the receiver')
  return observed(told.map((one) => `${one.outcome}: ${one.told ? 'told' : 'not told'}`).join(', '))
}
