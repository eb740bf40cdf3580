import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../conformance/json/object.ts'
import type { Behaviour, BehaviourChange, BehaviourChanges } from '../behaviour.ts'
import type { ApiCall } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { ValidSubmission } from '../quotes/quote.ts'
import { given, operating } from './answers.ts'
import type { Mutant } from './mutant.ts'
import { skippingFields } from './skipping-fields.ts'

/** Replaces digits of some other scripts by ASCII digits. */
const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))

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

/** Removes a field of some bodies before validation. */
const withoutWhere =
  (field: string, isOut: (body: Record<string, unknown>, platform: Platform) => boolean) =>
  (base: Behaviour): BehaviourChanges =>
    operating(['submit'], (standard, call, platform) => {
      if (!isObject(call.body) || !isOut(call.body, platform)) return standard()
      const { [field]: _, ...body } = call.body
      return base.operations.submit({ ...call, body }, platform)
    })(base)

/** True of a text in the form of a date, even if there is no such day. */
const isDated = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Refuses some valid submissions without a stated reason. */
const refusingSubmissions = (
  isRefused: (submission: Partial<ValidSubmission>) => boolean,
): Mutant['change'] =>
  operating(['submit'], (standard, { body }, { behaviour }) =>
    isObject(body) && isRefused(body)
      ? behaviour.answers.error(400, 'The submission is not valid.')
      : standard(),
  )

/** Checks of bodies that are loosened by something else (2.1, 2.4, R1, R13). */
export const checkMutants: readonly Mutant[] = [
  {
    id: 'digits-of-other-scripts',
    says: 'The patterns of a date and a tax id know the digits of all scripts',
    kills: ['submit-format-effective-date', 'submit-format-insured-taxid'],
    change: given('submit', (body) => {
      if (!isObject(body)) return body
      const { effective_date, insured_taxid } = body
      return {
        ...body,
        ...(typeof effective_date === 'string' && { effective_date: plainDigits(effective_date) }),
        ...(typeof insured_taxid === 'string' && { insured_taxid: plainDigits(insured_taxid) }),
      }
    }),
  },
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
    id: 'addresses-of-no-website-are-not-checked',
    says: 'Without a website, the field for its address accepts anything',
    kills: ['submit-format-website-domain-name'],
    change: ({ validation }) => ({
      validation: {
        problems(rows, body, rules) {
          const hasNone = isObject(body) && isObject(body.website) && body.website.has_website === false
          const kept = hasNone
            ? rows.map((row) => (row.field === 'website.domainName' ? { ...row, format: undefined } : row))
            : rows
          return validation.problems(kept as typeof rows, body, rules)
        },
      },
    }),
  },
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
    id: 'declined-before-contacts-are-checked',
    says: 'Guidelines are checked before contacts, so that a declined submission may have invalid contacts',
    kills: ['submit-format-insured-contact-email'],
    change: operating(
      ['submit'],
      async (standard, { body }, { behaviour: { rating, answers, validation } }) => {
        const answer = await standard()
        if (answer.status !== 400 || !isObject(body)) return answer
        const problems = validation.problems(validation.submission, body, validation)
        const isOfContacts = problems.every((one) => one.startsWith('insured_contact'))
        return problems.length > 0 &&
          isOfContacts &&
          rating.outcome(body as unknown as ValidSubmission) === 'declined'
          ? answers.declined('This is outside of our guidelines.')
          : answer
      },
    ),
  },
  {
    id: 'known-insured-keep-their-tax-id',
    says: 'The tax id of an insured who was quoted before is not checked again',
    kills: ['submit-format-insured-taxid'],
    change: withoutWhere('insured_taxid', (body, { quotes }) =>
      [...quotes.values()].some(({ submission }) => submission.insured_name === body.insured_name),
    ),
  },
  {
    id: 'held-submissions-have-any-date',
    says: 'While rating is held, the date of a submission is checked only when it is rated',
    kills: ['submit-format-effective-date'],
    change: (base) =>
      operating(['submit'], (standard, call, platform) => {
        if (!platform.rating.held || !isObject(call.body) || !isDated(call.body.effective_date))
          return standard()
        return base.operations.submit(
          { ...call, body: { ...call.body, effective_date: '2029-01-15' } },
          platform,
        )
      })(base),
  },
  {
    id: 'amounts-are-compared-as-texts',
    says: 'Amounts that come as texts are compared as texts, so that a retention of 2500 is above a limit of 1000000',
    kills: ['retention-as-string-accepted', 'number-and-string-rate-alike'],
    change: refusingSubmissions(
      ({ retention, agg_limit }) =>
        typeof retention === 'string' && typeof agg_limit === 'string' && retention > agg_limit,
    ),
  },
]
