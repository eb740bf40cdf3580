import { isObject } from '../../../../conformance/json/object.ts'
import { move } from '../../quotes/lifecycle.ts'
import type { Quote } from '../../quotes/quote.ts'
import { quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

const SECOND_MS = 1000

/** Defects after a request that was refused or failed, or after another quote's end (3 to 7). */
export const behindMutants: readonly Mutant[] = [
  {
    id: 'approvals-are-of-older-quotes-too',
    says: 'An approval counts for the broker, and also approves earlier quotes of that broker',
    kills: ['transition-underwriter-review-to-ready-to-bind'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          const isDone = lifecycle.review(quote, end, platform)
          if (!isDone || end === 'declined') return isDone
          for (const other of platform.quotes.values()) {
            if (other === quote) break
            if (other.submission.broker_email === quote.submission.broker_email)
              lifecycle.review(other, end, platform)
          }
          return isDone
        },
      },
    }),
  },
  {
    id: 'refused-declines-wait-for-the-issue',
    says: 'A decline of a quote that is bound is refused, and its order stays in the queue',
    kills: ['transition-bound-to-issued'],
    change({ lifecycle }) {
      const declined = new WeakSet<Quote>()
      return {
        lifecycle: {
          review(quote, end, platform) {
            if (quote.status === 'bound' && end === 'declined') declined.add(quote)
            return lifecycle.review(quote, end, platform)
          },
        },
        effects: {
          bound(quote, platform) {
            const { work, events, issue, behaviour } = platform
            events.occur('bound', quote, platform)
            work.schedule(behaviour.timing.issue, () =>
              issue.pass(() => {
                if (declined.has(quote)) quote.status = 'declined'
                else move(quote, 'issued', platform)
              }),
            )
          },
        },
      }
    },
  },
  {
    id: 'a-refused-approval-rates-a-failed-quote-again',
    says: 'An approval of a failed quote is refused, and carried out a second later all the same',
    kills: ['failed-is-terminal'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (quote.status === 'failed' && end === 'ready_to_bind')
            platform.work.schedule(SECOND_MS, () => {
              quote.status = 'underwriter_review'
            })
          return lifecycle.review(quote, end, platform)
        },
      },
    }),
  },
  {
    id: 'held-ratings-end-at-one-that-failed',
    says: 'The worker that takes up held ratings ends with the first one that fails',
    kills: ['transition-pending-to-ready-to-bind'],
    change() {
      let stoppedAt: number | undefined
      return {
        effects: {
          pending(quote, platform) {
            const { events, work, rating, clock, behaviour } = platform
            events.occur('pending', quote, platform)
            work.schedule(behaviour.timing.rating, () => {
              const { held } = rating
              rating.pass(() => {
                if (held && stoppedAt === clock.now()) return
                behaviour.effects.rated(quote, platform)
                if (held && quote.status === 'failed') stoppedAt = clock.now()
              })
            })
          },
        },
      }
    },
  },
  {
    id: 'managers-contacts-are-changed-for-anybody',
    says: 'An update of the IT manager does not check whose quote it is',
    kills: ['update-foreign-quote'],
    change: ({ operations }) => ({
      operations: {
        update(call, platform) {
          const { body } = call
          const owner = platform.directory.partners.get(quoteOf(call, platform)?.partnerId ?? '')
          const isOfTheManager =
            isObject(body) && 'it_manager_contact' in body && !('insured_contact' in body)
          return operations.update(isOfTheManager && owner ? { ...call, partner: owner } : call, platform)
        },
      },
    }),
  },
  {
    id: 'later-internal-errors-are-pages',
    says: 'The service answers the first internal error of a proposal, and its proxy all later ones',
    kills: ['quote-proposal-500-is-plain-text'],
    change({ http }) {
      let errors = 0
      return {
        http: {
          failed(status, message, operation, platform) {
            const answer = http.failed(status, message, operation, platform)
            if (status !== 500 || operation !== 'quote-proposal') return answer
            errors += 1
            return errors === 1 ? answer : { ...answer, headers: { 'content-type': 'text/html' } }
          },
        },
      }
    },
  },
]
