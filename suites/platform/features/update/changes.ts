import { isObject } from '../../vocabulary/judge/json.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'

export type Which = 'empty' | 'insured_contact' | 'it_manager_same' | 'it_manager_contact' | 'all'

/** Valid updates of a quote: each of the three fields alone, none and all of them (2.4: every one is optional). */
export function updatesFor(quote: Quote): Readonly<Record<Which, Readonly<Record<string, unknown>>>> {
  const contact = quote.submission.insured_contact
  const insured_contact = { ...(isObject(contact) ? contact : {}), first_name: 'Morgan', last_name: 'Reyes' }
  const it_manager_contact = {
    first_name: 'Sasha',
    last_name: 'Lind',
    email: 'sasha.lind@example.com',
    title: 'Head of IT',
  }
  return {
    empty: {},
    insured_contact: { insured_contact },
    it_manager_same: { it_manager_same: true },
    it_manager_contact: { it_manager_contact },
    all: { insured_contact, it_manager_same: false, it_manager_contact },
  }
}
