import type { ApiOperation } from '../../../../http/answer.ts'
import type { Platform } from '../../../../platform.ts'
import { move } from '../../../../quotes/lifecycle.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { answering, inState, quoteOf } from '../../../answers.ts'
import { disturbing, type QuoteSlip, slip } from './slip.ts'

/** Refuses an operation in some states. */
const refused =
  (operation: ApiOperation, ...states: readonly QuoteStatus[]): QuoteSlip['change'] =>
  (happens) =>
    inState([operation], states, (quote, standard, platform) =>
      happens(quote, platform) ? platform.behaviour.answers.error(409, 'Please try again.') : standard(),
    )

/** Answers an operation in a state as if it had been done. */
const pretended =
  (operation: 'update' | 'bind', state: QuoteStatus): QuoteSlip['change'] =>
  (happens) =>
    inState([operation], [state], (quote, standard, platform) => {
      const { answers } = platform.behaviour
      if (!happens(quote, platform)) return standard()
      return operation === 'bind' ? answers.bindAccepted(quote) : answers.updated(quote)
    })

/** Answers an accepted operation with another code. */
const answered =
  (operation: ApiOperation, code: number): QuoteSlip['change'] =>
  (happens) =>
    answering([operation], (answer, call, platform) => {
      const quote = quoteOf(call, platform)
      const isMeant = answer.status < 300 && quote !== undefined && happens(quote, platform)
      return isMeant ? { ...answer, status: code } : answer
    })

/** Shows a quote to other partners. */
const shown =
  (operation: ApiOperation): QuoteSlip['change'] =>
  (happens) =>
  ({ access }) => {
    let of: Platform | undefined
    return {
      access: {
        token(visitor, platform) {
          of = platform
          return access.token(visitor, platform)
        },
        sees: (partner, quote, asked) =>
          access.sees(partner, quote, asked) ||
          (asked === operation && of !== undefined && happens(quote, of)),
      },
    }
  }

/** Goes back to the state before. */
const goingBack =
  (from: QuoteStatus, to: QuoteStatus): QuoteSlip['change'] =>
  (happens) =>
  ({ effects }) => ({
    effects: {
      [from](quote: Quote, platform: Platform) {
        if (happens(quote, platform)) quote.status = to
        else effects[from](quote, platform)
      },
    },
  })

/** Ends a review in another state than the person decided. */
const reviewedInto =
  (to: QuoteStatus): QuoteSlip['change'] =>
  (happens) =>
  ({ lifecycle }) => ({
    lifecycle: {
      review(quote, end, platform) {
        const isEnded = lifecycle.review(quote, end, platform)
        if (isEnded && happens(quote, platform)) quote.status = to
        return isEnded
      },
    },
  })

/** Goes on to a state by itself. */
const goingOn =
  (from: QuoteStatus, to: QuoteStatus): QuoteSlip['change'] =>
  (happens) =>
  ({ effects }) => ({
    effects: {
      [from](quote: Quote, platform: Platform) {
        effects[from](quote, platform)
        if (happens(quote, platform)) move(quote, to, platform)
      },
    },
  })

/** A refused operation is carried out all the same, without a word. */
const carriedOut =
  (state: QuoteStatus, to: QuoteStatus): QuoteSlip['change'] =>
  (happens) =>
    inState(['bind'], [state], async (quote, standard, platform) => {
      const does = happens(quote, platform)
      const answer = await standard()
      if (does && quote.status === state) {
        quote.status = to
        platform.behaviour.effects[to](quote, platform)
      }
      return answer
    })

/** One line a slip of requests and of what they lead to (3.transitions, 4). */
export const REQUEST_SLIPS: readonly QuoteSlip[] = [
  disturbing('status-202', 'The status is answered with 202', ['status-code-200'], answered('status', 202)),
  disturbing('bind-200', 'The bind is answered with 200', ['bind-answers-202'], answered('bind', 200)),
  disturbing('no-bind', 'The bind is refused', ['bind-in-ready-to-bind'], refused('bind', 'ready_to_bind')),
  disturbing(
    'no-update',
    'The update is refused',
    ['update-in-ready-to-bind', 'update-in-approved-rate'],
    refused('update', 'ready_to_bind', 'approved_rate'),
  ),
  slip(
    'bind-of-issued',
    'A bind of the issued quote is accepted',
    ['bind-in-issued'],
    pretended('bind', 'issued'),
  ),
  slip(
    'update-of-issued',
    'An update of the issued quote is accepted',
    ['update-in-issued'],
    pretended('update', 'issued'),
  ),
  disturbing(
    'bind-of-a-review',
    'A bind during the review is accepted',
    ['bind-in-underwriter-review'],
    pretended('bind', 'underwriter_review'),
  ),
  disturbing(
    'early-policy',
    'A bind during the review is refused, and issues',
    ['bind-keeps-underwriter-review', 'issued-only-by-bind', 'states-follow-the-table'],
    carriedOut('underwriter_review', 'issued'),
  ),
  disturbing(
    'never-issued',
    'The bind never ends',
    ['transition-bound-to-issued'],
    goingBack('issued', 'bound'),
  ),
  disturbing(
    'bound-by-itself',
    'It is bound once it is ready',
    ['issued-only-by-bind'],
    goingOn('ready_to_bind', 'bound'),
  ),
  disturbing(
    'review-into-approved-rate',
    'A review ends in approved_rate',
    ['states-follow-the-table', 'transition-underwriter-review-to-ready-to-bind'],
    reviewedInto('approved_rate'),
  ),
  disturbing(
    'review-into-failed',
    'A review ends in failed',
    ['states-follow-the-table'],
    reviewedInto('failed'),
  ),
  ...(
    ['status', 'update', 'bind', 'quote-preview', 'quote-proposal', 'policy-preview', 'policy'] as const
  ).map((operation) =>
    slip(
      `foreign-${operation}`,
      `Every partner gets the answer of ${operation}`,
      [`${operation}-foreign-quote`],
      shown(operation),
    ),
  ),
]
