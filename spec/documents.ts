import type { DocumentName } from '../conformance/exchange.ts'
import { Type } from '../conformance/json/type.ts'
import { closed, list, optional, type Shaped, statusCode, word } from './shape.ts'

const pdf = Type.Literal('application/pdf')
const plain = Type.Literal('text/plain')
const statuses = list(statusCode)

const availableCell = closed({
  expect: Type.Literal('available'),
  level: Type.Literal('must'),
  statuses,
  /** Present where the specification states it. */
  contentType: optional(pdf),
  /** The document is available once `quote.proposalReady` has been emitted. */
  after: optional(Type.Literal('proposalReady')),
  /** Right answers before that moment; absent where the specification states nothing. */
  before: optional(closed({ statuses, refusalContentType: plain })),
})

const refusedCell = closed({
  expect: Type.Literal('refused'),
  level: Type.Literal('must'),
  statuses: Type.Union([statuses, word('4xx')]),
  /** Present where the specification states it. */
  contentType: optional(plain),
})

const openCell = closed({ expect: Type.Literal('open'), level: Type.Literal('observe') })

/** The document is available. */
export type AvailableCell = Shaped<typeof availableCell>
/** The document is refused with one of the statuses, or with any of the class. */
export type RefusedCell = Shaped<typeof refusedCell>
/** The specification states nothing. */
export type OpenCell = Shaped<typeof openCell>
/** The answer of a document endpoint in one state (clause 3.documents). */
export type DocumentCell = AvailableCell | RefusedCell | OpenCell

/** The documents of a version, and their cells by the version's names of states. */
export type DocumentsTable = Readonly<Partial<Record<DocumentName, Readonly<Record<string, DocumentCell>>>>>

/** The cell of a document and a state; open where the version has no such state or no such document. */
export function documentCell(table: DocumentsTable, name: DocumentName, state: string): DocumentCell {
  const cells = table[name]
  return (cells !== undefined && Object.hasOwn(cells, state) ? cells[state] : undefined) ?? OPEN
}

const OPEN: OpenCell = { expect: 'open', level: 'observe' }

const cell = {
  type: 'object',
  discriminator: { propertyName: 'expect' },
  oneOf: [availableCell, refusedCell, openCell],
}
const states = { type: 'object', additionalProperties: { $ref: '#/$defs/cell' } }
const ofDocument = optional(Type.Ref('#/$defs/states'))

// Used by reference, since each repetition of a shape would be compiled again.
export const documentsShape = Type.Unsafe<DocumentsTable>({
  $defs: { cell, states },
  ...closed({
    'quote-preview': ofDocument,
    'quote-proposal': ofDocument,
    'policy-preview': ofDocument,
    policy: ofDocument,
  }),
})
