import { QUOTE_OPERATIONS, type QuoteOperation } from './endpoints.ts'
import { closed, list, statusCode, text, word } from './shape.ts'

/** What a status code means for some operations, and what its body is (clause 7). */
export interface StatusMeaning {
  readonly status: number
  readonly meaning: string
  readonly operations: readonly QuoteOperation[]
  /** An envelope, `text/plain`, a PDF, or not specified. */
  readonly body: 'json' | 'text' | 'pdf' | 'open'
  /** What `status` of the envelope may say; absent where the body is none. */
  readonly words?: readonly string[]
}

/** What a status code means for an operation, or undefined where the specification names none. */
export function meaningOf(
  errors: readonly StatusMeaning[],
  operation: QuoteOperation,
  status: number,
): StatusMeaning | undefined {
  return errors.find((row) => row.status === status && row.operations.includes(operation))
}

export const errorsShape = list(
  closed(
    {
      status: statusCode,
      meaning: text,
      operations: list(word(...QUOTE_OPERATIONS)),
      body: word('json', 'text', 'pdf', 'open'),
      words: list(word('approved', 'success', 'accepted', 'declined', 'error')),
    },
    ['words'],
  ),
)
