import type { CredentialsChoice } from '../../../../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../../../../conformance/verdict.ts'
import { inForms } from '../../../../../../generators/forms.ts'
import type { Submission } from '../../../../../../generators/submission.ts'
import { asSecondPartner } from '../../../../vocabulary/access/asking.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { waitUntilReady } from '../../../../vocabulary/documents/bind-and-issue.ts'
import { eventIdOf } from '../../../../vocabulary/events/event.ts'
import { outcomeOf, type SubmittedQuote } from '../../../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../../../vocabulary/quotes/record.ts'
import type { PreparedCause } from '../causes.ts'
import type { SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'

type Prepare = (context: PlatformContext, quotes: ScheduleQuotes) => PreparedCause

/** Causes the event of a quote that a review makes ready. */
export const byReview: Prepare = (context, quotes) => ({
  concerns: oneEvent((delivery) => quotes.isAbout('reviewed', 'quote.created', delivery)),
  async begin(shared) {
    await apart(context, shared)
    await reviewed(context, quotes)
  },
})

/** Causes the event of a customer beyond ASCII, whose quote is submitted with the other key. */
export const ofLetters: Prepare = (context, quotes) => ({
  concerns: (delivery) => quotes.isAbout('beyond ASCII', 'quote.created', delivery),
  async begin(shared) {
    await apart(context, shared)
    await quotes.make('beyond ASCII', () => beyondAscii(context))
  },
})

/** Causes the event of a quote of the second partner, which reaches no other endpoint of the schedule. */
export const ofSecondPartner: Prepare = (context, quotes) => ({
  concerns: (delivery) => quotes.isAbout('of the other partner', 'quote.created', delivery),
  // Only a quote that is ready to bind has an event for sure (R28).
  begin: () =>
    asSecondPartner(context, async (second) => {
      const { id } = await quotes.make('of the other partner', () => second.quotes.create())
      await waitUntilReady(second, id, 'credentials.other_partner')
    }),
})

/** Limits a condition to the first event: a rating that ends in a review may have an event too (R28). */
function oneEvent(concerns: PreparedCause['concerns']): PreparedCause['concerns'] {
  let first: string | undefined
  return (delivery) => {
    if (!concerns(delivery)) return false
    first ??= eventIdOf(delivery)
    return eventIdOf(delivery) === first
  }
}

/** Time from the shared quote's rating to further quotes, in milliseconds: five attempts have failed by then. */
const APART_MS = 20_000

/** Waits until events of further quotes cannot disturb the counts of failures: they reach every endpoint of the schedule. */
async function apart({ clock }: PlatformContext, { rated }: SharedQuote): Promise<void> {
  await rated
  await clock.sleep(APART_MS)
}

async function reviewed({ operator, quotes: maker }: PlatformContext, quotes: ScheduleQuotes): Promise<void> {
  const quote = await quotes.make('reviewed', () => maker.create('underwriter_review'))
  const { state, last } = await maker.settle(quote.id)
  if (state !== 'underwriter_review')
    throw new CannotTell(
      `a quote should have reached underwriter_review and reached ${state ?? outcomeOf(last)}`,
    )
  await operator.perform('review_approve', { quote_id: quote.id })
}

async function beyondAscii(context: PlatformContext): Promise<SubmittedQuote> {
  const { quotes, facts, spec } = context
  const submission = inForms(quotes.submission('ready_to_bind'), ['beyond-ascii'], spec)
  const key = facts.credentials.has('secondary_integration_key') ? 'secondary' : 'primary'
  // The target may refuse the name: which characters it may have is not shown.
  return submitted(context, submission, { key })
}

async function submitted(
  { api }: PlatformContext,
  submission: Submission,
  credentials: CredentialsChoice,
): Promise<SubmittedQuote> {
  const answer = await api.submit(submission, { credentials })
  const id = quoteIdOf(answer)
  if (id === undefined)
    throw new CannotTell(`the submission made no quote: ${outcomeOf(answer)}`, 'submission')
  return { id, submission, submitted: answer }
}
