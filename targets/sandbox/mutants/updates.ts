import { setTimeout as elapse } from 'node:timers/promises'
import { isObject } from '../../../conformance/json/object.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import { inState, operating, quoteOf } from './answers.ts'
import { forEachPlatform, letOthersIn } from './between-requests.ts'
import type { Mutant } from './mutant.ts'

/** How long a platform takes to write an update, in milliseconds of real time. */
const WRITES_MS = 20

const namesOf = () => forEachPlatform(() => new Set<string>())

/** Wrong effects of updates, alone or beside another request (2.4, 4.rule.3, R13, R14). */
export const updateMutants: readonly Mutant[] = [
  ...(['update', 'bind'] as const).map(
    (operation): Mutant => ({
      id: `refused-${operation}-raises-the-price`,
      says: `The premium is calculated again before the ${operation} is refused`,
      kills: [`refused-${operation}-leaves-the-record`],
      change: inState(
        [operation],
        ['issued', 'underwriter_review', 'approved_rate'],
        async (quote, standard) => {
          const answer = await standard()
          if (answer.status >= 400 && quote.rating !== undefined)
            quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
          return answer
        },
      ),
    }),
  ),
  {
    id: 'update-binds-the-quote',
    says: 'An update binds the quote, since its re-rating runs the job of a bind',
    kills: ['update-changes-contact-only', 'issued-only-by-bind'],
    change: () => ({ effects: { updated: (quote, platform) => void move(quote, 'bound', platform) } }),
  },
  {
    id: 'it-managers-end-a-review',
    says: 'An update under review is refused, but an IT manager in it ends the review',
    kills: ['update-keeps-underwriter-review'],
    change: operating(['update'], (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      const isMeant = isObject(call.body) && 'it_manager_contact' in call.body
      const answer = standard()
      if (isMeant && quote?.status === 'underwriter_review') quote.status = 'ready_to_bind'
      return answer
    }),
  },
  {
    id: 'approved-rates-keep-their-it-manager',
    says: 'An update of the IT manager is refused in approved_rate',
    kills: ['update-in-approved-rate'],
    change: operating(['update'], (standard, call, platform) => {
      const isMeant = isObject(call.body) && 'it_manager_contact' in call.body
      return isMeant && quoteOf(call, platform)?.status === 'approved_rate'
        ? platform.behaviour.answers.error(400, 'The IT manager cannot be changed.')
        : standard()
    }),
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
    id: 'update-takes-the-limit',
    says: 'The body of an update is written over the quote, so that an aggregate limit in it counts',
    kills: ['update-changes-contact-only'],
    change: operating(['update'], (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      const answer = standard()
      if (quote?.rating !== undefined && isObject(call.body) && typeof call.body.agg_limit === 'number')
        Object.assign(quote, { submission: { ...quote.submission, agg_limit: call.body.agg_limit } })
      return answer
    }),
  },
  {
    id: 'updates-take-a-bind-back',
    says: 'An update writes back the whole quote as it read it a moment before, with its state',
    kills: ['transition-bound-to-issued'],
    change: inState(['update'], ['ready_to_bind'], async (quote, standard) => {
      const answer = await standard()
      await elapse(WRITES_MS)
      if (quote.status === 'bound') quote.status = 'ready_to_bind'
      return answer
    }),
  },
  {
    id: 'two-updates-lock-each-other',
    says: 'Two updates of a quote at the same moment wait for each other, and the quote stays locked',
    kills: ['update-in-ready-to-bind'],
    change(base) {
      const [running, locked] = [namesOf(), namesOf()]
      return operating(['update', 'bind'], async (standard, call, platform) => {
        const { answers, validation } = platform.behaviour
        if (locked(platform).has(call.id)) return answers.error(409, 'The quote is locked.')
        const isValid = validation.problems(validation.update, call.body, validation).length === 0
        const isReady = quoteOf(call, platform)?.status === 'ready_to_bind'
        if (call.operation === 'bind' || !isValid || !isReady) return standard()
        if (running(platform).has(call.id)) {
          locked(platform).add(call.id)
          return answers.error(409, 'The quote is locked.')
        }
        running(platform).add(call.id)
        await letOthersIn()
        running(platform).delete(call.id)
        return standard()
      })(base)
    },
  },
  {
    id: 'two-updates-lock-the-bind',
    says: 'Two updates of a quote at the same moment leave a lock that only another update removes',
    kills: ['update-leaves-quote-bindable'],
    change(base) {
      const running = new WeakSet<Quote>()
      const locked = new WeakSet<Quote>()
      const updating = inState(['update'], ['ready_to_bind'], async (quote, standard) => {
        if (running.has(quote)) locked.add(quote)
        running.add(quote)
        await letOthersIn()
        running.delete(quote)
        return standard()
      })(base)
      const binding = inState(['bind'], ['ready_to_bind'], (quote, standard, { behaviour: { answers } }) =>
        locked.has(quote) ? answers.error(409, 'The quote is locked.') : standard(),
      )(base)
      return { operations: { ...updating.operations, ...binding.operations } }
    },
  },
]
