import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../../conformance/json/object.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import { operating, quoteOf } from './answers.ts'
import type { Mutant } from './mutant.ts'

const isOfSameInsured = (one: Quote, other: Quote): boolean =>
  one !== other &&
  one.partnerId === other.partnerId &&
  one.submission.insured_name === other.submission.insured_name

/** Wrong answers to binds, and wrong effects of binds (3.transitions, 4.rule.4, R16). */
export const bindMutants: readonly Mutant[] = [
  {
    id: 'bind-takes-seconds',
    says: 'A bind is answered when its job has reached the queue, which takes seconds',
    kills: ['bind-answers-at-once'],
    change: operating(['bind'], async (standard) => {
      await pause(2200)
      return standard()
    }),
  },
  {
    id: 'bind-waits-for-the-policy',
    says: 'A bind is answered when the policy is issued, and with 504 where that takes too long',
    kills: ['bind-answers-before-issue'],
    change: operating(['bind'], (standard, _, { issue, behaviour }) => {
      const answer = standard()
      return issue.held ? behaviour.answers.error(504, 'The policy was not issued in time.') : answer
    }),
  },
  {
    id: 'updated-approved-rates-can-be-bound',
    says: 'An update of a quote in approved_rate unlocks its bind, as it does in ready_to_bind',
    kills: ['bind-keeps-approved-rate'],
    change(behaviour) {
      const updated = new WeakSet<Quote>()
      return operating(['update', 'bind'], (standard, call, platform) => {
        const quote = quoteOf(call, platform)
        if (quote?.status !== 'approved_rate' || quote.partnerId !== call.partner.id) return standard()
        if (call.operation === 'update') updated.add(quote)
        if (call.operation === 'update' || !updated.has(quote)) return standard()
        quote.status = 'bound'
        platform.behaviour.effects.bound(quote, platform)
        return platform.behaviour.answers.bindAccepted(quote)
      })(behaviour)
    },
  },
  {
    id: 'binds-of-lists-go-through',
    says: 'A bind is queued before its body is checked, so that a bind with a list is refused and carried out',
    kills: ['issued-only-by-bind'],
    change: operating(['bind'], (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      const answer = standard()
      if (!isObject(call.body) && quote?.status === 'ready_to_bind') move(quote, 'bound', platform)
      return answer
    }),
  },
  {
    id: 'a-bind-ends-other-quotes-of-the-insured',
    says: 'Once a quote is bound, others that are ready for the same insured are declined',
    kills: ['states-follow-the-table'],
    change: ({ effects }) => ({
      effects: {
        bound(quote, platform) {
          effects.bound(quote, platform)
          for (const other of platform.quotes.values())
            if (other.status === 'ready_to_bind' && isOfSameInsured(quote, other)) other.status = 'declined'
        },
      },
    }),
  },
]
