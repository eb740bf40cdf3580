import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../behaviour.ts'
import type { Quote } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { skippingFields } from '../skipping-fields.ts'

const isOfSameInsured = (one: Quote, other: Quote): boolean =>
  one !== other &&
  one.partnerId === other.partnerId &&
  one.submission.insured_name === other.submission.insured_name

/** Remembers refused submissions, and accepts each at its third time. */
const acceptingTheThird: BehaviourChange = (base) => {
  const refused: { readonly body: unknown; times: number }[] = []
  return operating(['submit'], async (standard, call) => {
    const answer = await standard()
    if (answer.status !== 400 || !isObject(call.body)) return answer
    const known = refused.find(({ body }) => isDeepStrictEqual(body, call.body))
    if (known === undefined) refused.push({ body: call.body, times: 1 })
    else known.times += 1
    return (known?.times ?? 1) < 3 ? answer : { ...answer, status: 200 }
  })(base)
}

/** Defects of repeated requests, and of things that are similar, idle or a day old (2, 3, 5, 8). */
export const alikeMutants: readonly Mutant[] = [
  {
    id: 'the-third-of-the-same-is-taken',
    says: 'A refused submission is kept as a draft, and is accepted when it is sent for the third time',
    kills: ['submit-requires-claims', 'submit-type-naics', 'submit-format-insured-taxid'],
    change: acceptingTheThird,
  },
  {
    id: 'onboarded-brokers-leave-claims-out',
    says: 'The claims in a submission of an onboarded broker are not checked',
    kills: ['submit-requires-claims'],
    change(base) {
      const onboarded = new Set<unknown>()
      return {
        brokers: {
          onboard(email, platform) {
            onboarded.add(email)
            base.brokers.onboard(email, platform)
          },
        },
        ...skippingFields(
          'submission',
          ({ broker_email }) => onboarded.has(broker_email),
          (field) => field === 'claims',
        )(base),
      }
    },
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
