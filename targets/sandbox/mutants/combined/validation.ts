import { isObject } from '../../../../conformance/json/object.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { skippingFields } from '../skipping-fields.ts'

/** Bodies that are validated less strictly when something else is true, too (2.1, 2.4, R1, R13). */
export const combinedValidationMutants: readonly Mutant[] = [
  {
    id: 'high-risk-submissions-without-contact',
    says: 'The contact of a submission with high risk is not checked',
    kills: ['submit-requires-insured-contact'],
    change: skippingFields(
      'submission',
      ({ question_highrisk }) => question_highrisk === true,
      (field) => field.startsWith('insured_contact'),
    ),
  },
  {
    id: 'amounts-of-prior-claims-are-not-checked',
    says: 'Where there are prior claims, their amount is not checked',
    kills: ['submit-type-claims-claims-amount'],
    change: skippingFields(
      'submission',
      ({ claims }) => isObject(claims) && Number(claims.claims_count) > 0,
      (field) => field === 'claims.claims_amount',
    ),
  },
  {
    id: 'same-it-managers-are-not-checked',
    says: 'The IT manager of an update is not checked where the contact is the IT manager',
    kills: ['update-type-it-manager-contact-first-name', 'update-type-it-manager-contact-email'],
    change: skippingFields(
      'update',
      ({ it_manager_same }) => it_manager_same === true,
      (field) => field.startsWith('it_manager_contact.'),
    ),
  },
  {
    id: 'contacts-without-an-address-are-not-checked',
    says: 'The contact of an update is checked only where it has an email',
    kills: ['update-type-insured-contact-phone'],
    change: skippingFields(
      'update',
      ({ insured_contact: contact }) =>
        isObject(contact) && !('email' in contact) && Object.keys(contact).length > 0,
      (field) => field.startsWith('insured_contact.'),
    ),
  },
  {
    id: 'long-updates-are-checked-at-their-first-level',
    says: 'An update that arrives in pieces is checked at the topmost level only',
    kills: ['update-type-insured-contact-phone'],
    change: ({ operations, validation }) => ({
      operations: {
        update(call, platform) {
          if (Number(call.headers['content-length'] ?? 0) < 16_384) return operations.update(call, platform)
          const update = validation.update.filter(({ field }) => !field.includes('.'))
          const behaviour = { ...platform.behaviour, validation: { ...validation, update } }
          return operations.update(call, { ...platform, behaviour })
        },
      },
    }),
  },
  {
    id: 'short-industry-codes-beside-a-text',
    says: 'Where the revenue is a text, an older parser is used, which accepts industry codes of five digits',
    kills: ['submit-format-naics'],
    change: skippingFields(
      'submission',
      ({ revenue, naics }) => typeof revenue === 'string' && String(naics).length === 5,
      (field) => field === 'naics',
    ),
  },
  {
    id: 'industry-codes-by-the-length-of-their-text',
    says: 'Any six characters are accepted as an industry code',
    kills: ['submit-format-naics'],
    change: skippingFields(
      'submission',
      ({ naics }) => typeof naics === 'number' && String(naics).length === 6,
      (field) => field === 'naics',
    ),
  },
  {
    id: 'industry-codes-with-a-fraction',
    says: 'An industry code is a number between 100,000 and 999,999, whole or not',
    kills: ['submit-format-naics'],
    change: skippingFields(
      'submission',
      ({ naics }) => typeof naics === 'number' && naics >= 100_000 && naics < 1_000_000,
      (field) => field === 'naics',
    ),
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
