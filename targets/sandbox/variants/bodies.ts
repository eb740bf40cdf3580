import type { BehaviourChange } from '../behaviour.ts'
import { isObject } from '../validation/types.ts'
import type { Variant } from './variant.ts'

type Body = Readonly<Record<string, unknown>>

/** Refuses more than the specification states. */
const refusing =
  (which: 'submission' | 'update', problem: string, when: (body: Body) => boolean): BehaviourChange =>
  ({ validation }) => ({
    validation: {
      problems: (rows, body, rules) => [
        ...validation.problems(rows, body, rules),
        ...(rows === rules[which] && isObject(body) && when(body) ? [problem] : []),
      ],
    },
  })

const partOf = (body: Body, name: string): Body => {
  const part = body[name]
  return isObject(part) ? part : {}
}

const METHODS = ['email', 'phone', undefined]

/** Bodies for which the specification leaves open whether they are valid (R2, R3, R13). */
export const bodyVariants: readonly Variant[] = [
  {
    id: 'further-fields-refused',
    says: 'A field that is not known is refused',
    choice: 'further fields',
    observes: ['submit-observe-unknown-fields', 'observe-request-size'],
    change: refusing(
      'submission',
      'a field is not known',
      (body) => 'favourite_colour' in body || 'remarks' in body,
    ),
  },
  {
    id: 'whole-addresses-wanted',
    says: 'Every field of the address, the claims, the website and the contact is required',
    choice: 'inner fields',
    observes: [
      'submit-observe-missing-address-fields',
      'submit-observe-missing-claims-fields',
      'submit-observe-missing-website-fields',
      'submit-observe-missing-contact-fields',
    ],
    change: refusing(
      'submission',
      'a part is not complete',
      (body) =>
        Object.keys(partOf(body, 'insured_location')).length < 5 ||
        Object.keys(partOf(body, 'claims')).length < 2 ||
        Object.keys(partOf(body, 'website')).length < 2 ||
        Object.keys(partOf(body, 'insured_contact')).length < 5,
    ),
  },
  {
    id: 'known-methods-only',
    says: 'Only some ways of being contacted are taken',
    choice: 'preferred method',
    observes: ['submit-observe-preferred-method'],
    change: refusing(
      'submission',
      'preferred_method is not known',
      (body) => !METHODS.includes(partOf(body, 'insured_contact').preferred_method as string),
    ),
  },
  {
    id: 'names-up-to-a-hundred-letters',
    says: 'A name of more than a hundred letters is refused',
    choice: 'length of names',
    observes: [],
    change: refusing(
      'submission',
      'insured_name is too long',
      ({ insured_name: name }) => String(name).length > 100,
    ),
  },
  {
    id: 'dates-within-reach',
    says: 'An effective date in the past or far ahead is refused',
    choice: 'dates',
    observes: ['submit-observe-past-effective-date', 'submit-observe-far-effective-date'],
    change: refusing('submission', 'effective_date is out of reach', ({ effective_date: date }) =>
      /^(2020|2199)-/.test(String(date)),
    ),
  },
  {
    id: 'amounts-above-nothing',
    says: 'Amounts of nothing are refused',
    choice: 'amounts',
    observes: ['submit-observe-zero-amounts'],
    change: refusing('submission', 'an amount is nothing', ({ revenue, agg_limit: limit, retention }) =>
      [revenue, limit, retention].some((amount) => Number(amount) <= 0),
    ),
  },
  {
    id: 'amounts-in-any-spelling',
    says: 'Amounts are taken with dollar signs, commas, exponents and signs',
    choice: 'amounts',
    observes: [
      'submit-observe-amount-with-dollar-sign',
      'submit-observe-amount-with-commas',
      'submit-observe-amount-with-exponent',
      'submit-observe-debatable-values',
    ],
    change: ({ validation, rating }) => {
      const plain = (value: unknown) =>
        typeof value === 'string' ? Number(value.replace(/[$,\s]/g, '').replace(/^$/, 'none')) : value
      const isAmount = (value: unknown) => Number.isFinite(plain(value))
      return {
        validation: { formats: { ...validation.formats, amount: { name: 'an amount', accepts: isAmount } } },
        rating: {
          minimumRetention: (submission) =>
            rating.minimumRetention({
              ...submission,
              revenue: Math.max(0, Number(plain(submission.revenue))),
            }),
          rate: (submission, minimum) =>
            rating.rate(
              {
                ...submission,
                revenue: Math.max(0, Number(plain(submission.revenue))),
                agg_limit: Number(plain(submission.agg_limit)),
                retention: Number(plain(submission.retention)),
              },
              minimum,
            ),
        },
      }
    },
  },
  {
    id: 'null-is-absent',
    says: 'An optional field with null counts as absent',
    choice: 'null',
    observes: ['submit-observe-null-optional', 'update-observe-null-fields'],
    change: ({ validation }) => ({
      validation: {
        problems: (rows, body, rules) => {
          const required = rows.filter((row) => row.required === true).map(({ field }) => field)
          const without = isObject(body)
            ? Object.fromEntries(
                Object.entries(body).filter(([name, value]) => value !== null || required.includes(name)),
              )
            : body
          return validation.problems(rows, without, rules)
        },
      },
    }),
  },
  {
    id: 'looser-formats',
    says: 'Debatable emails, addresses and state codes are taken',
    choice: 'formats',
    observes: ['submit-observe-debatable-values'],
    change: ({ validation: { formats } }) => ({
      validation: {
        formats: {
          ...formats,
          email: {
            name: 'an email address',
            accepts: (value) => /^[^@,]+@[^@.,]+[^@,]*$/.test(String(value)),
          },
          url: {
            name: 'a web address',
            accepts: (value) =>
              formats.url.accepts(value) || /^(|\/\S*|[a-z.]+|mailto:\S+|https?:\/\/.*)$/.test(String(value)),
          },
        },
      },
    }),
  },
  {
    id: 'stricter-formats',
    says: 'Only state codes and industry codes that exist are taken, and zip codes of digits',
    choice: 'formats',
    observes: [
      'submit-observe-unassigned-state-code',
      'submit-observe-unassigned-naics',
      'submit-observe-zip-format',
    ],
    change: refusing('submission', 'a code is not assigned', (body) => {
      const { address_state: state, address_zip: zip } = partOf(body, 'insured_location')
      return (
        state === 'ZZ' ||
        body.naics === 999_999 ||
        (zip !== undefined && !/^\d{5}(-\d{4})?$/.test(String(zip)))
      )
    }),
  },
  {
    id: 'one-quote-for-equal-submissions',
    says: 'An identical second submission yields the quote of the first',
    choice: 'repeated submission',
    observes: ['submit-observe-repeated-submission'],
    change: ({ operations, answers, record }) => ({
      operations: {
        submit(call, platform) {
          const text = JSON.stringify(call.body)
          const known = [...platform.quotes.values()].find(
            ({ submission, partnerId, status }) =>
              // A repeated submission that is declined gets a decline each time.
              status !== 'declined' && partnerId === call.partner.id && JSON.stringify(submission) === text,
          )
          if (known === undefined) return operations.submit(call, platform)
          const fields = { ...record, ...platform.behaviour.record }
          return answers.submitted(
            Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make(known, platform)])),
          )
        },
      },
    }),
  },
  {
    id: 'update-of-known-fields-only',
    says: 'An update with further fields is refused, and so is one of part of a contact',
    choice: 'update fields',
    observes: ['update-unknown-fields', 'update-observe-partial-contact'],
    change: refusing('update', 'a field is not known or missing', (body) => {
      const contact = partOf(body, 'insured_contact')
      const isPart = 'first_name' in contact && !('last_name' in contact)
      return 'favourite_colour' in body || isPart
    }),
  },
  {
    id: 'email-of-the-it-manager-checked',
    says: 'The email address of the IT manager has to be one',
    choice: 'it manager email',
    observes: ['update-observe-it-manager-email'],
    change: refusing('update', 'it_manager_contact.email is no address', (body) => {
      const { email } = partOf(body, 'it_manager_contact')
      return typeof email === 'string' && !email.includes('@')
    }),
  },
]
