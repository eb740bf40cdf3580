import { readIso } from '../../../conformance/iso-time.ts'
import { observed, type Verdict } from '../../../conformance/verdict.ts'
import { ofType, type QuoteSubject } from '../ledger/quotes.ts'
import { eventIn } from '../vocabulary/events/event.ts'
import { at } from '../vocabulary/judge/json.ts'

/** Records the order of the first two events of a quote that was reviewed, which is open (R28). */
export function orderAfterReview({ quote, actions, endpoints }: QuoteSubject): Verdict | undefined {
  if (actions.every(({ action }) => action?.values?.quote_id !== quote.id)) return undefined
  const arrivals = endpoints.flatMap(({ about }) => about)
  const [created, ready] = ['quote.created', 'quote.proposalReady'].map((type) => {
    const [first] = ofType(type, arrivals)
    return first && readIso(at(eventIn(first), '/timestamp'))
  })
  if (created === undefined || ready === undefined) return undefined
  return observed(`quote.created ${ready.ms >= created.ms ? 'is not' : 'is'} later than quote.proposalReady`)
}
