import type { DocumentName } from '../conformance/exchange.ts'
import { QUOTE_STATES, type QuoteState } from './lifecycle.ts'
import { closed, list, type Shape, statusCode, word } from './shape.ts'

/** The document is there. */
export interface AvailableCell {
  readonly expect: 'available'
  readonly level: 'must'
  readonly statuses: readonly number[]
  /** Where it is stated. */
  readonly contentType?: string
  /** It is there from the moment that `quote.proposalReady` is emitted. */
  readonly after?: 'proposalReady'
  /** What is right before that moment; absent where nothing is stated. */
  readonly before?: { readonly statuses: readonly number[]; readonly refusalContentType: string }
}

/** The document is refused with one of the statuses, or with any of the class. */
export interface RefusedCell {
  readonly expect: 'refused'
  readonly level: 'must'
  readonly statuses: readonly number[] | '4xx'
  /** Where it is stated. */
  readonly contentType?: string
}

/** The specification does not say. */
export interface OpenCell {
  readonly expect: 'open'
  readonly level: 'observe'
}

/** What a document endpoint answers in one state (clause 3.documents). */
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

const kind = (value: string): Shape => ({ const: value })
const pdf = kind('application/pdf')
const plain = kind('text/plain')
const statuses = list(statusCode)

const cell: Shape = {
  type: 'object',
  discriminator: { propertyName: 'expect' },
  oneOf: [
    closed(
      {
        expect: kind('available'),
        level: kind('must'),
        statuses,
        contentType: pdf,
        after: kind('proposalReady'),
        before: closed({ statuses, refusalContentType: plain }),
      },
      ['contentType', 'after', 'before'],
    ),
    closed(
      {
        expect: kind('refused'),
        level: kind('must'),
        statuses: { anyOf: [statuses, word('4xx')] },
        contentType: plain,
      },
      ['contentType'],
    ),
    closed({ expect: kind('open'), level: kind('observe') }),
  ],
}

const states = closed(Object.fromEntries(QUOTE_STATES.map((state) => [state, { $ref: '#/$defs/cell' }])))
const ofDocument: Shape = { $ref: '#/$defs/states' }

// Referred to and not repeated: each repetition of a shape is compiled anew.
export const documentsShape: Shape = {
  $defs: { cell, states },
  ...closed({
    'quote-preview': ofDocument,
    'quote-proposal': ofDocument,
    'policy-preview': ofDocument,
    policy: ofDocument,
  }),
}
