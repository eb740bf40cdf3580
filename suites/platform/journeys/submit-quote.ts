import { unlessUnable } from '../../../conformance/verdict.ts'
import { factsOfForm } from '../../../generators/forms.ts'
import type { Journey, Made, SentAs, Step } from '../../../generators/journeys/journey.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { isPromised } from '../vocabulary/quotes/promise.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'
import { createMade, isOfNewBroker, type MadeQuote, undebatable } from '../vocabulary/submissions/in-forms.ts'
import type { Borrowed } from './clients.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { JourneyRun, Party } from './run.ts'
import type { TakenStep } from './trace.ts'

const SENT_AS: Readonly<Record<SentAs, string>> = {
  'other-language': 'asking for another language',
  'spaced-bodies': 'with spaces in its bodies',
}

/** Describes a submission as a step. */
export const submissionStep = (
  { place, quote, party }: DrivenQuote,
  requests: readonly SentAs[] = [],
): TakenStep => ({
  text: [
    `submit quote ${place + 1}`,
    quote.made.outcome === 'ready_to_bind' ? '' : ` as one for ${quote.made.outcome}`,
    ...(quote.made.also ?? []).map((outcome) => `, and for ${outcome}`),
    ...(quote.made.forms ?? []).map((form) => `, ${factsOfForm(form).text}`),
    quote.made.broker === 'new' && isOfNewBroker(party.context, quote) ? ' of a new broker' : '',
    quote.made.partner === 'other' ? ' as the other partner' : '',
    quote.made.twice === true ? ', whose submission was sent before' : '',
    quote.made.byFormerClient === true ? ' by a client of its own' : '',
    quote.made.key === undefined ? '' : ` with the ${quote.made.key} key`,
    ...requests.map((one) => `, ${SENT_AS[one]}`),
  ].join(''),
  ...{ action: 'submit', quote: place, sent: [quote.submitted] },
})

/** Submits for a quote; undefined where it would be one of the second partner, to whom no recipe promises any. */
export async function submit(
  run: JourneyRun,
  { quotes }: Journey,
  step: Step,
  place: number,
): Promise<DrivenQuote | undefined> {
  const made = quotes[step.quote] ?? { outcome: 'ready_to_bind' }
  const isOther = made.partner === 'other'
  const party = isOther ? run.other : run.own
  const held = run.holds.held
  if (made.key !== undefined) party.credentials = { ...party.credentials, key: made.key }
  const borrowed = made.byFormerClient === true ? await run.clients?.borrow(party.context) : undefined
  const quote = await submitBy(borrowed, party, async () => {
    const created = createOwn(run, party.context, made)
    return await (isOther ? created.catch(unlessUnable) : created)
  })
  if (quote === undefined) return undefined
  run.submitted.add(quote)
  return {
    place,
    quote: {
      ...{ ...quote, outcome: made.outcome },
      ...(isOther && { partner: 'other' }),
      ...(!isOther && isRaisePromised(party.context, quote.made) && { isRaisePromised: true }),
    },
    party,
    otherParty: isOther ? run.own : run.other,
    ...(borrowed !== undefined && { borrowed }),
    announced: new Set(),
    reRatingPending: false,
    bound: false,
    ...(held === 'rating' && { held }),
  }
}

/** Makes a quote that no other journey has: a platform may answer with the quote that it has of an insured (R2). */
async function createOwn(
  run: Pick<JourneyRun, 'made' | 'reused' | 'insured'>,
  context: PlatformContext,
  made: Made,
): Promise<MadeQuote> {
  const { made: known, insured } = run
  const isShared = [...known.values()].some((count) => count > 1)
  const quote = await createMade(context, isShared ? undebatable(made) : made, insured)
  const count = (known.get(quote.id) ?? 0) + 1
  known.set(quote.id, count)
  if (count > 1 && !isShared) return createOwn(run, context, made)
  return made.twice === true ? submittedTwice(run, context, quote) : quote
}

/**
 * Sends the submission of a quote again, and returns the quote of the second answer. Where that is no other one (R2), it is the first
 * one, and no further submission of the run is sent twice.
 */
async function submittedTwice(
  { made: known, reused }: Pick<JourneyRun, 'made' | 'reused'>,
  context: PlatformContext,
  { made: { twice: _, ...made }, ...quote }: MadeQuote,
): Promise<MadeQuote> {
  if (reused.size > 0) return { ...quote, made }
  const { meant } = quote.submitted
  const submitted = await context.api.submit(quote.submission, meant === undefined ? {} : { meant })
  const id = quoteIdOf(submitted)
  if (id !== undefined && known.has(id)) reused.add(quote.id)
  if (id === undefined || known.has(id)) return { ...quote, made }
  known.set(id, 1)
  return { ...quote, id, submitted, made: { ...made, twice: true } }
}

/** Submits with a token of a borrowed client, if there is one, and returns the client. */
async function submitBy<T>(
  borrowed: Borrowed | undefined,
  party: Party,
  submit: () => Promise<T>,
): Promise<T> {
  if (borrowed === undefined) return submit()
  const { credentials } = party
  try {
    party.credentials = { ...credentials, token: borrowed.token }
    return await submit()
  } finally {
    party.credentials = credentials
    borrowed.release()
  }
}

/** Says whether the profile promises a raise, and nothing in the submission may rightly change it. */
const isRaisePromised = ({ facts }: PlatformContext, { outcome, also, twice, forms = [] }: Made): boolean =>
  outcome === 'retention_raised' &&
  also === undefined &&
  twice === undefined &&
  forms.every((form) => factsOfForm(form).isNeutral === true) &&
  isPromised(facts, outcome)
