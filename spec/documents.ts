import { Type } from 'typebox'
import type { DocumentName } from '../conformance/exchange.ts'
import { QUOTE_STATES, type QuoteState } from './lifecycle.ts'
import { closed, list, optional, type Shaped, statusCode, word } from './shape.ts'

const pdf = Type.Literal('application/pdf')
const plain = Type.Literal('text/plain')
const statuses = list(statusCode)

const availableCell = closed({
  expect: Type.Literal('available'),
  level: Type.Literal('must'),
  statuses,
  /** Where it is stated. */
  contentType: optional(pdf),
  /** It is there from the moment that `quote.proposalReady` is emitted. */
  after: optional(Type.Literal('proposalReady')),
  /** Right answers before that moment; absent where nothing is stated. */
  before: optional(closed({ statuses, refusalContentType: plain })),
})

const refusedCell = closed({
  expect: Type.Literal('refused'),
  level: Type.Literal('must'),
  statuses: Type.Union([statuses, word('4xx')]),
  /** Where it is stated. */
  contentType: optional(plain),
})

const openCell = closed({ expect: Type.Literal('open'), level: Type.Literal('observe') })

/** The document is there. */
export type AvailableCell = Shaped<typeof availableCell>
/** The document is refused with one of the statuses, or with any of the class. */
export type RefusedCell = Shaped<typeof refusedCell>
/** The specification does not say. */
export type OpenCell = Shaped<typeof openCell>
/** The answer of a document endpoint in one state (clause 3.documents). */
export type DocumentCell = AvailableCell | RefusedCell | OpenCell

export type DocumentsTable = Readonly<Record<DocumentName, Readonly<Record<QuoteState, DocumentCell>>>>

/** The cell of a document and a state that was seen, or undefined when the state is none. */
export function documentCell(
  table: DocumentsTable,
  name: DocumentName,
  state: string,
): DocumentCell | undefined {
  const known = QUOTE_STATES.find((one) => one === state)
  return known === undefined ? undefined : table[name][known]
}

const cell = {
  type: 'object',
  discriminator: { propertyName: 'expect' },
  oneOf: [availableCell, refusedCell, openCell],
}
const states = closed(Object.fromEntries(QUOTE_STATES.map((state) => [state, Type.Ref('#/$defs/cell')])))
const ofDocument = Type.Ref('#/$defs/states')

// Referred to and not repeated: each repetition of a shape is compiled again.
export const documentsShape = Type.Unsafe<DocumentsTable>({
  $defs: { cell, states },
  ...closed({
    'quote-preview': ofDocument,
    'quote-proposal': ofDocument,
    'policy-preview': ofDocument,
    policy: ofDocument,
  }),
})
