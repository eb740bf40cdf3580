import type { DocumentName } from '../../../conformance/exchange.ts'
import { type Answer, isDocument, type Operation, text } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { ProposalState, Quote, QuoteStatus } from '../quotes/quote.ts'
import { readTable } from '../table.ts'
import { type Contents, contentsOf } from './contents.ts'
import { writePdf } from './pdf.ts'

/** A status code, or how far the proposal must have come for a 200 and the code before. */
export type Cell = number | { readonly once: ProposalState; readonly before: number }

export type Availability = Readonly<Record<DocumentName, Readonly<Record<QuoteStatus | 'unknown', Cell>>>>

/** The four documents: when they are there, what stands in them, how they are answered (section 3, endpoints 5 to 8). */
export interface DocumentRules {
  readonly availability: Availability
  /** The status code of the answer; an undefined quote does not exist for this partner. */
  code(name: DocumentName, quote: Quote | undefined, platform: Platform): number
  contents(name: DocumentName, quote: Quote, platform: Platform): Contents
  write(contents: Contents): Promise<Uint8Array>
  delivered(bytes: Uint8Array, name: DocumentName): Answer
  refused(code: number, name: DocumentName): Answer
}

const progress: readonly ProposalState[] = ['none', 'drawn', 'announced']

const messages: Readonly<Record<number, string>> = {
  400: 'This document is not available for this quote.',
  404: 'Quote not found.',
  409: 'The document is not ready yet. Please retry later.',
}

export const standardDocuments: DocumentRules = {
  availability: readTable<Availability>('availability.yaml', import.meta.url),
  code(name, quote, { behaviour }) {
    const cell = behaviour.documents.availability[name][quote?.status ?? 'unknown']
    if (typeof cell === 'number') return cell
    return progress.indexOf(quote?.proposal ?? 'none') >= progress.indexOf(cell.once) ? 200 : cell.before
  },
  contents: contentsOf,
  write: writePdf,
  delivered: (bytes) => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body: bytes }),
  refused: (code) => text(code, messages[code] ?? 'This document cannot be delivered.'),
}

/** Answers a request for a document. */
export async function documentAnswer(
  operation: Operation,
  quote: Quote | undefined,
  platform: Platform,
): Promise<Answer> {
  const { documents } = platform.behaviour
  if (!isDocument(operation)) throw new RangeError(`${operation} is no document`)
  const code = documents.code(operation, quote, platform)
  if (code !== 200 || quote === undefined) return documents.refused(code, operation)
  return documents.delivered(await documents.write(documents.contents(operation, quote, platform)), operation)
}
