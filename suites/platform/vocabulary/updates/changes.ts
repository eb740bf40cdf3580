import { isDeepStrictEqual } from 'node:util'
import { LETTERS } from '../../../../generators/forms.ts'
import { isObject } from '../judge/json.ts'
import type { SubmittedQuote } from '../quotes/quotes.ts'

export type UpdateKind =
  | 'empty'
  | 'insured_contact'
  | 'contact_beyond_ascii'
  | 'it_manager_same'
  | 'it_manager_contact'
  | 'all'

/**
 * Makes valid updates of a quote: each of the three fields alone, none and all of them, since all are optional (2.4). One more has
 * a contact with non-ASCII names.
 */
export function updatesFor(
  quote: Pick<SubmittedQuote, 'submission'>,
): Readonly<Record<UpdateKind, Readonly<Record<string, unknown>>>> {
  const { insured_contact: known } = quote.submission
  const contact = isObject(known) ? known : {}
  const insured_contact = { ...contact, first_name: 'Morgan', last_name: 'Reyes' }
  const it_manager_contact = {
    first_name: 'Sasha',
    last_name: 'Lind',
    email: 'sasha.lind@example.com',
    title: 'Head of IT',
  }
  return {
    empty: {},
    insured_contact: { insured_contact },
    contact_beyond_ascii: { insured_contact: { ...contact, first_name: LETTERS, last_name: LETTERS } },
    it_manager_same: { it_manager_same: true },
    it_manager_contact: { it_manager_contact },
    all: { insured_contact, it_manager_same: false, it_manager_contact },
  }
}

/** Says whether a body is one of these updates, about which nothing is debatable. */
export const isUsualUpdate = (sent: unknown, quote: Pick<SubmittedQuote, 'submission'>): boolean =>
  Object.values(updatesFor(quote)).some((one) => isDeepStrictEqual(one, sent))
