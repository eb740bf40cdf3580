import { QUOTE_OPERATIONS, type QuoteOperation } from './endpoints.ts'
import { closed, list, optional, type Shaped, statusCode, text, word } from './shape.ts'

const meaning = closed({
  status: statusCode,
  meaning: text,
  operations: list(word(...QUOTE_OPERATIONS)),
  /** An envelope, `text/plain`, a PDF, or not specified. */
  body: word('json', 'text', 'pdf', 'open'),
  /** Values that `status` of the envelope may have; absent where the body is no envelope. */
  words: optional(list(word('approved', 'success', 'accepted', 'declined', 'error'))),
})

export const errorsShape = list(meaning)

/** The meaning of a status code for some operations, and the kind of its body (clause 7). */
export type StatusMeaning = Shaped<typeof meaning>

/** Looks up a status code for an operation; undefined where the specification names none. */
export function meaningOf(
  errors: readonly StatusMeaning[],
  operation: QuoteOperation,
  status: number,
): StatusMeaning | undefined {
  return errors.find((row) => row.status === status && row.operations.includes(operation))
}
