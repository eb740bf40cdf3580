import { isObject } from '../../../../conformance/json/object.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Bodies that are validated less strictly when something else is true, too (2.1, 2.4, R1, R13). */
export const combinedValidationMutants: readonly Mutant[] = [
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
]
