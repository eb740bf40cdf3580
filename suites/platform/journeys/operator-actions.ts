import type { Step } from '../../../generators/journeys/journey.ts'
import { tryAction } from '../vocabulary/operator/act.ts'
import { isOfNewBroker } from '../vocabulary/submissions/in-forms.ts'
import { downloadingAfter } from './downloads.ts'
import { type Act, type Occasion, stateNow } from './occasion.ts'
import type { JourneyRun } from './run.ts'

/** Carries out an operator action on the work of the whole platform; undefined for every other action. */
export async function operate(
  run: JourneyRun,
  { action }: Step,
): Promise<{ readonly text: string; readonly isDone: boolean } | undefined> {
  const { holds, endpoints } = run
  switch (action) {
    case 'listen':
      run.listens = endpoints !== undefined
      return { text: 'download documents when events announce them', isDone: run.listens }
    case 'hold-rating':
      return { text: 'hold rating back', isDone: await holds.hold('rating') }
    case 'hold-issue':
      return { text: 'hold the issue of policies back', isDone: await holds.hold('issue') }
    case 'release':
      return { text: 'release what was held', isDone: await holds.release() }
    default:
      return undefined
  }
}

/** Onboards the new broker of a quote in `approved_rate`; what that does to the quote is open (R10). */
export async function onboard(occasion: Occasion): Promise<Act | undefined> {
  const { run, driven } = occasion
  if (stateNow(occasion) !== 'approved_rate' || run.holds.held !== undefined) return undefined
  const { quote, place, party } = driven
  const { quotes, operator } = party.context
  if (!isOfNewBroker(party.context, quote)) return undefined
  const { broker_email } = quote.submission
  const { step } = await tryAction(operator, 'onboard_broker', { broker_email })
  if (step.kind !== 'done') return undefined
  const after = await run.holds.waiting(async () => (await quotes.stays(quote.id)).last)
  return { text: `onboard the broker of quote ${place + 1}`, sent: [], ...(after !== undefined && { after }) }
}

/** Ends an open review and waits until the quote shows it, since reads may lag behind the operator's action. */
export async function endReview(occasion: Occasion, end: 'approve' | 'decline'): Promise<Act | undefined> {
  const { run, driven } = occasion
  if (stateNow(occasion) !== 'underwriter_review' || run.holds.held !== undefined) return undefined
  const { quote, place, party } = driven
  const { quotes, operator } = party.context
  // People may have ended it at that moment.
  const { step } = await downloadingAfter(
    run,
    driven,
    'quote.proposalReady',
    () => tryAction(operator, `review_${end}`, { quote_id: quote.id }),
    (done) => end === 'approve' && done.step.kind === 'done',
  )
  if (step.kind !== 'done') return undefined
  const after = await run.holds.waiting(async () => (await quotes.reviewed(quote.id)).last)
  const text = `${end} the review of quote ${place + 1}`
  return { text, sent: [], ...(after !== undefined && { after }) }
}
