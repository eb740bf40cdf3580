import { isObject } from '../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../behaviour.ts'
import type { ApiCall } from '../../http/answer.ts'
import type { Platform } from '../../platform.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** A body that is longer comes in pieces, in bytes. */
const LONG_BODY = 16 * 1024

/** Checks the topmost level of long bodies only. */
const checkedAtTheTop =
  (operation: 'submit' | 'update', of: 'submission' | 'update'): BehaviourChange =>
  ({ operations, validation }) => ({
    operations: {
      [operation](call: ApiCall, platform: Platform) {
        if (Number(call.headers['content-length'] ?? 0) < LONG_BODY)
          return operations[operation](call, platform)
        const rows = validation[of].filter(({ field }) => !field.includes('.'))
        const behaviour = { ...platform.behaviour, validation: { ...validation, [of]: rows } }
        return operations[operation](call, { ...platform, behaviour })
      },
    },
  })

/** Bodies that are validated less strictly when something else is true, too (2.1, 2.4, R1, R13). */
export const combinedValidationMutants: readonly Mutant[] = [
  {
    id: 'long-submissions-without-their-details',
    says: 'A body that arrives in pieces is checked at the topmost level only',
    kills: ['submit-type-insured-location-address-line1', 'submit-type-website-has-website'],
    change: checkedAtTheTop('submit', 'submission'),
  },
  {
    id: 'long-updates-are-checked-at-their-first-level',
    says: 'An update that arrives in pieces is checked at the topmost level only',
    kills: ['update-type-insured-contact-phone'],
    change: checkedAtTheTop('update', 'update'),
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
]
