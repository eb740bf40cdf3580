import type { DocumentName } from '../../../../conformance/exchange.ts'
import type { BehaviourChange } from '../../behaviour.ts'
import type { ApiOperation } from '../../http/answer.ts'
import type { Platform } from '../../platform.ts'
import type { Quote, ValidSubmission } from '../../quotes/quote.ts'
import { inState } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { alongCourses, isAscii, isOfSecondPartner, isRaised, type QuoteHistory } from './course.ts'

type When = (course: QuoteHistory, quote: Quote, platform: Platform) => boolean

/** Answers with another code for a document of quotes with a certain history. */
const coded = (document: DocumentName, code: number, from: readonly number[], when: When): BehaviourChange =>
  alongCourses((courseOf) => ({ documents }) => ({
    documents: {
      code(name, quote, platform) {
        const usual = documents.code(name, quote, platform)
        if (name !== document || quote === undefined || !from.includes(usual)) return usual
        return when(courseOf(quote), quote, platform) ? code : usual
      },
    },
  }))

/** True at the first request about a quote, or at all later ones, as far as another condition holds. */
const atRequest = (which: 'first' | 'later', when: When): When => {
  const asked = new WeakSet<Quote>()
  return (course, quote, platform) => {
    if (!when(course, quote, platform)) return false
    const isFirst = !asked.has(quote)
    asked.add(quote)
    return isFirst === (which === 'first')
  }
}

/** Shows quotes with a certain history to other partners. */
const shownToOthers = (
  operations: readonly ApiOperation[],
  when: (course: QuoteHistory, quote: Quote) => boolean,
): BehaviourChange =>
  alongCourses((courseOf) => ({ access }) => ({
    access: {
      sees: (partner, quote, operation) =>
        access.sees(partner, quote, operation) ||
        (operations.includes(operation) && when(courseOf(quote), quote)),
    },
  }))

/** Refuses an operation on ready quotes with a certain history. */
const refused = (
  operation: 'update' | 'bind',
  when: (course: QuoteHistory, quote: Quote) => boolean,
): BehaviourChange =>
  alongCourses((courseOf) =>
    inState([operation], ['ready_to_bind', 'approved_rate'], (quote, standard, { behaviour }) =>
      when(courseOf(quote), quote) ? behaviour.answers.error(400, 'Please try again.') : standard(),
    ),
  )

/** Requests with wrong answers where two circumstances meet (3.documents, 4, 5, R12 to R18). */
export const combinedRequestMutants: readonly Mutant[] = [
  {
    id: 'status-of-an-updated-quote-for-everybody',
    says: 'An update loses the owner of the quote',
    kills: ['status-foreign-quote'],
    change: shownToOthers(['status'], ({ updates }) => updates > 0),
  },
  {
    id: 'proposal-of-an-issued-quote-for-everybody',
    says: 'Proposals of issued quotes are in an archive that checks no partner',
    kills: ['quote-proposal-foreign-quote'],
    change: shownToOthers(['quote-proposal'], (_, { status }) => status === 'issued'),
  },
  {
    id: 'update-of-a-reviewed-quote-by-everybody',
    says: 'A review hands a quote to the underwriters, and every partner may update it',
    kills: ['update-foreign-quote'],
    change: shownToOthers(['update'], ({ reviewed }) => reviewed),
  },
  {
    id: 'bind-of-a-raised-quote-by-everybody',
    says: 'A quote with a raised retention can be bound by every partner',
    kills: ['bind-foreign-quote'],
    change: shownToOthers(['bind'], (_, quote) => isRaised(quote)),
  },
  {
    id: 'status-of-a-held-quote-for-everybody',
    says: 'While a rating takes long, every partner may read the quote',
    kills: ['status-foreign-quote'],
    change: shownToOthers(['status'], ({ held }, { status }) => held && status === 'pending'),
  },
  {
    id: 'no-bind-by-the-other-key-after-an-update',
    says: 'A quote that was updated is found with the primary key only',
    kills: ['bind-in-ready-to-bind'],
    change: refused('bind', ({ key, updates }) => key === 'secondary' && updates > 0),
  },
  {
    id: 'no-update-by-a-new-token-after-a-review',
    says: 'A reviewed quote can be updated only with the token that submitted it',
    kills: ['update-in-ready-to-bind'],
    change: refused('update', ({ tokens, reviewed }) => reviewed && tokens.size > 1),
  },
  {
    id: 'no-second-update-of-an-approved-rate',
    says: 'A quote in approved_rate can be updated only once',
    kills: ['update-in-approved-rate'],
    change: refused('update', ({ updates }, { status }) => status === 'approved_rate' && updates > 0),
  },
  {
    id: 'no-update-of-a-raise-beyond-ascii',
    says: 'A quote with a raised retention is stored in a table that holds ASCII only',
    kills: ['update-in-ready-to-bind'],
    change: refused('update', (_, quote) => isRaised(quote) && !isAscii(JSON.stringify(quote.submission))),
  },
  {
    id: 'no-bind-after-three-refused-updates',
    says: 'After three refusals a client is locked out and can bind nothing',
    kills: ['bind-in-ready-to-bind'],
    change: refused('bind', ({ refusals }) => refusals >= 3),
  },
  {
    id: 'no-policy-for-the-other-key-after-a-review',
    says: 'Policies of reviewed quotes can be downloaded with the primary key only',
    kills: ['policy-in-issued'],
    change: coded('policy', 400, [200], ({ reviewed, key }) => reviewed && key === 'secondary'),
  },
  {
    id: 'no-preview-of-other-letters-after-an-update',
    says: 'The preview of an updated quote is generated by a program that knows ASCII only',
    kills: ['quote-preview-in-ready-to-bind'],
    change: coded(
      'quote-preview',
      400,
      [200],
      ({ updates }, { submission }) => updates > 0 && !isAscii(JSON.stringify(submission)),
    ),
  },
  {
    id: 'no-proposal-after-a-second-update-of-an-approved-rate',
    says: 'After its second update the proposal of a quote in approved_rate is not found',
    kills: ['quote-proposal-in-approved-rate'],
    change: coded(
      'quote-proposal',
      404,
      [200],
      ({ updates }, { status }) => status === 'approved_rate' && updates > 1,
    ),
  },
  {
    id: 'no-such-proposal-for-a-second-partner-while-pending',
    says: 'The proposal of a pending quote is answered as not found instead of not ready, except for the first partner',
    kills: ['quote-proposal-in-pending'],
    change: coded(
      'quote-proposal',
      404,
      [409],
      (_, quote, platform) => quote.status === 'pending' && isOfSecondPartner(quote, platform),
    ),
  },
  {
    id: 'proposal-of-a-reviewed-quote-while-bound',
    says: 'The proposal that a review used can be downloaded even after a decline',
    kills: ['quote-proposal-in-bound'],
    change: coded('quote-proposal', 200, [409], ({ reviewed }, { status }) => reviewed && status === 'bound'),
  },
  {
    id: 'raised-retention-forgotten-after-an-update',
    says: 'An update writes the submitted retention over the one that was rated',
    kills: ['retention-below-minimum-is-raised'],
    change: alongCourses((courseOf) => ({ policyTerm }) => ({
      policyTerm: {
        retention: (rating, platform, quote) =>
          courseOf(quote).updates > 0 && rating.raisedFrom !== undefined
            ? platform.behaviour.formats.money(rating.raisedFrom)
            : policyTerm.retention?.(rating, platform, quote),
      },
    })),
  },
  {
    id: 'proposal-of-a-held-bind-at-the-second-request',
    says: 'While issue is held the proposal of a bound quote is refused once and then given out',
    kills: ['quote-proposal-in-bound'],
    change: coded(
      'quote-proposal',
      200,
      [409],
      atRequest('later', ({ boundHeld }, { status }) => boundHeld && status === 'bound'),
    ),
  },
  {
    id: 'proposal-after-a-review-not-there-when-announced',
    says: 'After a review the event of the proposal overtakes the proposal',
    kills: ['quote-proposal-follows-event'],
    change: coded(
      'quote-proposal',
      409,
      [200],
      atRequest('first', ({ reviewed }, { status }) => reviewed && status === 'ready_to_bind'),
    ),
  },
  {
    id: 'forgets-the-second-held-bind',
    says: 'While issue is held, a further bind takes the place of the one that waits',
    kills: ['bound-is-transient', 'transition-bound-to-issued'],
    change: ({ effects }) => {
      let waiting: Quote | undefined
      return {
        effects: {
          bound(quote, platform) {
            if (!platform.issue.held) waiting = undefined
            else if (waiting !== undefined) return
            else waiting = quote
            effects.bound(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'declines-with-an-error-where-the-retention-is-low',
    says: 'A decline of a submission with too low a retention is answered like a wrong field',
    kills: ['declined-envelope'],
    change: ({ operations, answers, rating }) => ({
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          const { retention } = (call.body ?? {}) as { readonly retention?: unknown }
          const isLow =
            retention !== undefined &&
            Number(retention) < rating.minimumRetention(call.body as ValidSubmission)
          const isDeclined = answer.status === 400 && String(answer.body).includes('declined')
          return isDeclined && isLow ? answers.error(400, 'The retention is too low.') : answer
        },
      },
    }),
  },
]
