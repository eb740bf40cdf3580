import { isDeepStrictEqual } from 'node:util'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { type Form, inForms } from '../../../../generators/forms.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../context.ts'
import { outcomeOf, type Quote } from './quote.ts'
import { quoteIdOf } from './record.ts'

/**
 * A new quote of a submission in some forms, and of one as usual where those are not taken.
 *
 * @param broker whose submission it is; `new` is a broker of its own, where one is taken that nobody knows
 * @throws CannotTell when there is no quote
 */
export async function createInForms(
  context: PlatformContext,
  outcome: string,
  forms: readonly Form[],
  broker?: 'new',
): Promise<Quote> {
  const { api, quotes, facts, spec } = context
  if (forms.length === 0 && broker === undefined) return quotes.create(outcome)
  const usual = quotes.submission(outcome)
  const submission = inForms(
    broker === undefined ? usual : ofNewBroker(usual, context.unique()),
    forms,
    spec,
    facts.outcomes[outcome],
  )
  const answer = await api.submit(submission)
  const id = quoteIdOf(answer)
  if (id !== undefined) return { id, submission, submitted: answer }
  return forms.length > 0 ? createInForms(context, outcome, [], broker) : quotes.create(outcome)
}

/**
 * A new quote of a submission in one form.
 *
 * @throws CannotTell when it is not taken, or the recipe sets all that would be written otherwise
 */
export async function createInForm(
  { api, quotes, facts, spec }: PlatformContext,
  outcome: string,
  form: Form,
): Promise<Quote> {
  const usual = quotes.submission(outcome)
  const submission = inForms(usual, [form], spec, facts.outcomes[outcome])
  if (isDeepStrictEqual(submission, usual))
    throw new CannotTell(`the recipe sets all that ${form} is about`, `outcomes.${outcome}`)
  const answer = await api.submit(submission)
  const id = quoteIdOf(answer)
  if (id === undefined) throw new CannotTell(`a submission with ${form} made no quote: ${outcomeOf(answer)}`)
  return { id, submission, submitted: answer }
}

/** Says whether a quote has a broker of its own: that of a recipe is needed by others. */
export const isOfNewBroker = ({ quotes }: PlatformContext, { submission }: Quote, outcome: string): boolean =>
  submission.broker_email !== quotes.submission(outcome).broker_email

/** A submission of another broker at the same host, whose address has a form that every mail server knows. */
export function ofNewBroker(submission: Submission, number: number): Submission & { broker_email: string } {
  const [name = '', ...host] = String(submission.broker_email).split('@')
  return { ...submission, broker_email: `${name}${number}@${host.join('@')}` }
}
