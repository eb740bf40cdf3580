import { randomUUID } from 'node:crypto'

/** Somebody whom no back office has heard of, whatever seeds its target has been judged with before. */
export function newPerson(): { readonly mark: string; readonly email: string; readonly password: string } {
  const mark = randomUUID().slice(0, 13)
  return { mark, email: `casey.${mark}@conformance.example`, password: `Conformance-${mark}-aA1!` }
}
