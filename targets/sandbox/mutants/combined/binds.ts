import { isObject } from '../../../../conformance/json/object.ts'
import { move } from '../../quotes/lifecycle.ts'
import type { Quote } from '../../quotes/quote.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Binds and reviews that go wrong by something that was before them, or by the form of their request (3, 4.rule.4, R15, R16). */
export const combinedBindMutants: readonly Mutant[] = [
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
]
