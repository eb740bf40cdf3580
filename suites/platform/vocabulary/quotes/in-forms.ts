import { type Form, inForms } from '../../../../generators/forms.ts'
import type { PlatformContext } from '../context.ts'
import type { Quote } from './quote.ts'
import { quoteIdOf } from './record.ts'

/**
 * A new quote of a submission in some forms, and of one as usual where those are not taken.
 *
 * @throws CannotTell when there is no quote
 */
export async function createInForms(
  { api, quotes, facts, spec }: PlatformContext,
  outcome: string,
  forms: readonly Form[],
): Promise<Quote> {
  if (forms.length === 0) return quotes.create(outcome)
  const submission = inForms(quotes.submission(outcome), forms, spec, facts.outcomes[outcome])
  const answer = await api.submit(submission)
  const id = quoteIdOf(answer)
  return id === undefined ? quotes.create(outcome) : { id, submission, submitted: answer }
}
