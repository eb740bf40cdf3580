import { randomUUID } from 'node:crypto'

/** Makes a person that no back office knows: random, since the target may have been judged with the same seed before. */
export function newPerson(): { readonly mark: string; readonly email: string; readonly password: string } {
  const mark = randomUUID().slice(0, 13)
  return { mark, email: `casey.${mark}@conformance.example`, password: `Conformance-${mark}-aA1!` }
}
