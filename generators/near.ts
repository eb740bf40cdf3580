import fc, { type Arbitrary } from 'fast-check'
import { isObject } from '../conformance/json/object.ts'
import { emailsLike } from './emails.ts'
import type { Submission } from './submission.ts'
import { people } from './test-data.ts'

/** A valid submission as an RFC 7396 merge patch of a known-good one. */
export interface Variation {
  readonly patch: Submission
}

const AMOUNTS = ['revenue', 'agg_limit', 'retention'] as const

/**
 * Submissions that differ from the known-good one only where the specification keeps them valid. Optional fields are present or
 * not, amounts are numbers or digits, names are in any script, and the high-risk flag varies. A right platform has no reason to
 * refuse them as invalid, even if it declines the risk.
 * @param base the known-good submission; each amount keeps its value
 */
export function nearVariation(base: Readonly<Submission>): Arbitrary<Variation> {
  return fc
    .record(
      {
        insured_taxid: fc.constantFrom(null, taxIdOf(base)),
        year_founded: fc.constantFrom(null, yearOf(base)),
        question_highrisk: fc.boolean(),
        insured_contact: fc.record({
          first_name: fc.constantFrom(...people.given),
          last_name: fc.constantFrom(...people.family),
          email: emailsLike(isObject(base.insured_contact) ? base.insured_contact.email : undefined),
        }),
        ...Object.fromEntries(AMOUNTS.map((field) => [field, formsOf(base[field])])),
      },
      { requiredKeys: [] },
    )
    .map((patch) => ({ patch }))
}

/** Likewise, but of any company, with or without a website. They are for clients to send, since a platform may know a company. */
export const wholeVariation = (base: Readonly<Submission>): Arbitrary<Variation> =>
  fc
    .record({
      near: nearVariation(base),
      insured_name: fc.constantFrom(...people.company),
      has_website: fc.boolean(),
    })
    .map(({ near, insured_name, has_website }) => ({
      patch: { ...near.patch, insured_name, website: { has_website } },
    }))

/** Amounts as strings, in any combination except none. */
export function amountForms(base: Readonly<Submission>): Arbitrary<Variation> {
  const asStrings = AMOUNTS.filter((field) => isPlain(base[field])).map(
    (field) => [field, fc.constant(String(base[field]))] as const,
  )
  return fc
    .record(Object.fromEntries(asStrings), { requiredKeys: [] })
    .filter((patch) => asStrings.length === 0 || Object.keys(patch).length > 0)
    .map((patch) => ({ patch }))
}

/** The two forms of an amount that certainly mean the same; an amount in any other form is unchanged. */
function formsOf(amount: unknown): Arbitrary<unknown> {
  return isPlain(amount) ? fc.constantFrom(Number(amount), String(amount)) : fc.constant(amount)
}

const isPlain = (amount: unknown): boolean =>
  /^\d+$/.test(String(amount)) && Number.isSafeInteger(Number(amount))

const taxIdOf = ({ insured_taxid }: Readonly<Submission>): string =>
  typeof insured_taxid === 'string' ? insured_taxid : '12-3456789'

const yearOf = ({ year_founded }: Readonly<Submission>): number =>
  typeof year_founded === 'number' ? year_founded : 2009
