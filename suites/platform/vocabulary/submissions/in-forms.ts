import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { isObject } from '../../../../conformance/json/object.ts'
import {
  type Form,
  factsOfForm,
  type Insured,
  type WrittenSubmission,
  writtenIn,
} from '../../../../generators/forms.ts'
import type { Made } from '../../../../generators/journeys/journey.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../context.ts'
import type { SubmittedQuote } from '../quotes/quote.ts'
import { quoteIdOf } from '../quotes/record.ts'

/** A quote, and the part of what was wanted that its target took. */
export interface MadeQuote extends SubmittedQuote {
  readonly made: Made
}

/**
 * Makes a quote by a submission that is unusual in several ways. While the target refuses it, the next attempt leaves some out.
 * The forms that it may refuse go first, then all forms, the other recipes, and the new broker.
 *
 * @param insured the insured of the quotes whose insured is known
 * @throws CannotTell when there is no quote
 */
export async function createMade(
  context: PlatformContext,
  made: Made,
  insured?: Insured,
): Promise<MadeQuote> {
  const { outcome, also, forms: wanted, broker } = made
  if (wanted === undefined && also === undefined && broker === undefined)
    return { ...(await context.quotes.create(outcome)), made }
  const { submission, forms } = submissionOf(context, made, insured)
  const isDetour =
    also?.some((one) => one === 'underwriter_review' || one === 'approved_rate') === true ||
    forms.some((form) => factsOfForm(form).isReferable === true)
  const submitted = await context.api.submit(submission, isDetour ? {} : { meant: outcome })
  const id = quoteIdOf(submitted)
  if (id === undefined) return createMade(context, plainer(made), insured)
  return { id, submission, submitted, made: withForms(made, forms) }
}

/** The wanted quote with other forms of its submission. */
const withForms = ({ forms: _, ...made }: Made, forms: readonly Form[]): Made =>
  forms.length === 0 ? made : { ...made, forms }

function submissionOf(
  { facts, spec, quotes, unique }: PlatformContext,
  made: Made,
  insured: Insured | undefined,
): WrittenSubmission {
  const { outcome, also = [], forms = [], broker } = made
  const recipes = also.map((one) => facts.outcomes[one] ?? {})
  const usual = recipes.reduce<Submission>(merged, quotes.submission(outcome))
  const recipe = recipes.reduce<Submission>(merged, merged({}, facts.outcomes[outcome] ?? {}))
  return writtenIn(broker === undefined ? usual : ofNewBroker(usual, unique()), forms, spec, recipe, insured)
}

const merged = (one: Submission, patch: unknown): Submission => mergePatch(one, patch) as Submission

function plainer(wanted: Made): Made {
  const { forms, also, broker, ...made } = wanted
  if (forms !== undefined) {
    const stated = undebatable(wanted)
    return stated.forms?.length === forms.length ? withForms(wanted, []) : stated
  }
  return also === undefined ? made : { ...made, ...(broker !== undefined && { broker }) }
}

/** The wanted quote without the forms that a platform may refuse. */
export const undebatable = (wanted: Made): Made =>
  withForms(wanted, wanted.forms?.filter((form) => factsOfForm(form).isRefusable !== true) ?? [])

/** Says whether a quote has a broker of its own. The brokers of the profile must not be touched: other scenarios need them. */
export const isOfNewBroker = ({ facts }: PlatformContext, { submission }: SubmittedQuote): boolean =>
  [facts.submission, ...Object.values(facts.outcomes)].every(
    (known) => !isObject(known) || known.broker_email !== submission.broker_email,
  )

/** Replaces the broker by a new one at the same host, with a plain email address. */
export function ofNewBroker(submission: Submission, number: number): Submission & { broker_email: string } {
  const [name = '', ...host] = String(submission.broker_email).split('@')
  return { ...submission, broker_email: `${name}${number}@${host.join('@')}` }
}
