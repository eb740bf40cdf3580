import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { breach } from './breach.ts'
import { createdEventsOf } from './created-events.ts'

interface Trace {
  /** The events of the quote; undefined where the submission made none. */
  readonly arrivals: readonly Arrival[] | undefined
}

/** Letters of two, three and four bytes. */
const LETTERS = 'Zoë Ærøskøbing 株式会社 𠮷'

/** A signature is over bytes, not over characters (6.signature.1). */
export const nonAsciiDelivery: PlatformScenario = scenario<Trace>({
  id: 'webhooks/non-ascii',
  title: 'The event of a customer whose name goes beyond ASCII verifies',
  needs: [{ offers: 'webhooks' }],
  drive: async (context) => ({
    arrivals: await createdEventsOf(context, beyondAscii(context.quotes.submission('ready_to_bind'))),
  }),
  claims: [claim('signature-covers-non-ascii', verifies)],
})

/** Submits for an outcome with names beyond ASCII, and as usual where those are not taken. @throws CannotTell when there is no quote */
export async function submissionBeyondAscii(
  { api, quotes, facts }: Pick<PlatformContext, 'api' | 'quotes' | 'facts'>,
  outcome: string,
): Promise<Quote> {
  const submission = beyondAscii(quotes.submission(outcome), facts.outcomes[outcome])
  const answer = await api.submit(submission)
  const id = quoteIdOf(answer)
  return id === undefined ? quotes.create(outcome) : { id, submission, submitted: answer }
}

/** @param recipe what it sets may be the trigger of an outcome, and is left as it is */
function beyondAscii(usual: Submission, recipe: unknown = {}): Submission {
  const contact = isObject(usual.insured_contact) ? usual.insured_contact : {}
  const isSet = (field: string) => isObject(recipe) && field in recipe
  return {
    ...usual,
    ...(!isSet('insured_name') && { insured_name: `${String(usual.insured_name)} ${LETTERS}` }),
    ...(!isSet('insured_contact') && { insured_contact: { ...contact, first_name: LETTERS } }),
  }
}

export function verifies({ arrivals }: Trace): Verdict {
  if (arrivals === undefined) return cannotTell('a name beyond ASCII is not taken')
  if (arrivals.length === 0) return cutOff('no event of the quote arrived')
  // Bytes that are no text at all are a breach too: JSON is UTF-8.
  const beyond = arrivals.filter(({ body }) => body === undefined || [...body].some(isBeyondAscii))
  if (beyond.length === 0) return cannotTell('deliveries carry no letter beyond ASCII as it is')
  const wrong = beyond.find(({ signature }) => signature.signedWith === 'none')
  return wrong === undefined
    ? passed(`${beyond.length} deliveries with such letters`)
    : breach(
        wrong,
        'a signature over the bytes',
        wrong.signature.diagnosis ?? 'another value',
        'x-platform-signature',
      )
}

const isBeyondAscii = (letter: string): boolean => (letter.codePointAt(0) ?? 0) > 0x7f
