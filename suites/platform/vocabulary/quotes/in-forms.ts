import { isDeepStrictEqual } from 'node:util'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { isObject } from '../../../../conformance/json/object.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { type Form, inForms, REFUSABLE } from '../../../../generators/forms.ts'
import type { Made } from '../../../../generators/journeys/journey.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../context.ts'
import { outcomeOf, type Quote } from './quote.ts'
import { quoteIdOf } from './record.ts'

/** A quote, and the part of what was wanted that its target took. */
export interface MadeQuote extends Quote {
  readonly made: Made
}

/**
 * Makes a quote by a submission that is unusual in several ways. While the target refuses it, the next attempt leaves some out.
 * The forms that it may refuse go first, then all forms, the other recipes, and the new broker.
 *
 * @throws CannotTell when there is no quote
 */
export async function createMade(context: PlatformContext, made: Made): Promise<MadeQuote> {
  const { outcome, also, forms, broker } = made
  if (forms === undefined && also === undefined && broker === undefined)
    return { ...(await context.quotes.create(outcome)), made }
  const submission = submissionOf(context, made)
  const isDetour = also?.some((one) => one === 'underwriter_review' || one === 'approved_rate') === true
  const submitted = await context.api.submit(submission, isDetour ? {} : { meant: outcome })
  const id = quoteIdOf(submitted)
  return id === undefined ? createMade(context, plainer(made)) : { id, submission, submitted, made }
}

function submissionOf({ facts, spec, quotes, unique }: PlatformContext, made: Made): Submission {
  const { outcome, also = [], forms = [], broker } = made
  const recipes = also.map((one) => facts.outcomes[one] ?? {})
  const usual = recipes.reduce<Submission>(merged, quotes.submission(outcome))
  const recipe = recipes.reduce<Submission>(merged, merged({}, facts.outcomes[outcome] ?? {}))
  return inForms(broker === undefined ? usual : ofNewBroker(usual, unique()), forms, spec, recipe)
}

const merged = (one: Submission, patch: unknown): Submission => mergePatch(one, patch) as Submission

function plainer({ forms, also, broker, ...made }: Made): Made {
  const isNew = broker !== undefined && { broker }
  const stated = forms?.filter((form) => !REFUSABLE.includes(form)) ?? []
  const isShorter = stated.length > 0 && stated.length < (forms?.length ?? 0)
  if (forms !== undefined)
    return { ...made, ...(isShorter && { forms: stated }), ...(also && { also }), ...isNew }
  return also === undefined ? made : { ...made, ...isNew }
}

/**
 * Makes a quote by a submission in one unusual form.
 *
 * @throws CannotTell when the target refuses it, or when the recipe itself sets every field that the form would rewrite
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
  const answer = await api.submit(submission, { meant: outcome })
  const id = quoteIdOf(answer)
  if (id === undefined) throw new CannotTell(`a submission with ${form} made no quote: ${outcomeOf(answer)}`)
  return { id, submission, submitted: answer }
}

/** Says whether a quote has a broker of its own. The brokers of the profile must not be touched: other scenarios need them. */
export const isOfNewBroker = ({ facts }: PlatformContext, { submission }: Quote): boolean =>
  [facts.submission, ...Object.values(facts.outcomes)].every(
    (known) => !isObject(known) || known.broker_email !== submission.broker_email,
  )

/** Replaces the broker by a new one at the same host, with a plain email address. */
export function ofNewBroker(submission: Submission, number: number): Submission & { broker_email: string } {
  const [name = '', ...host] = String(submission.broker_email).split('@')
  return { ...submission, broker_email: `${name}${number}@${host.join('@')}` }
}
