import fc, { type Arbitrary } from 'fast-check'
import { emailsLike } from './emails.ts'
import type { Variation } from './near.ts'
import { people } from './test-data.ts'

/**
 * Updates with any of the three optional fields, and names in any script (2.4, R13).
 *
 * @param contact the contact of the submission; it keeps everything but names
 */
export function validUpdate(contact: Readonly<Record<string, unknown>>): Arbitrary<Variation> {
  const names = { first_name: fc.constantFrom(...people.given), last_name: fc.constantFrom(...people.family) }
  return fc
    .record(
      {
        insured_contact: fc
          .record({ ...names, email: emailsLike(contact.email) })
          .map((named) => ({ ...contact, ...named })),
        it_manager_same: fc.boolean(),
        it_manager_contact: fc.record({
          ...names,
          email: fc.constantFrom('sasha.lind@example.com', 'it@mail.example.org'),
          title: fc.constantFrom('Head of IT', 'Responsable informatique', '情報システム部長'),
        }),
      },
      { requiredKeys: [] },
    )
    .map((patch) => ({ patch }))
}
