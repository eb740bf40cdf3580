import { readTable } from '../../../conformance/table.ts'
import { type ApiOperation, answerAsText, type HttpAnswer, isDocument } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { ProposalState, Quote } from '../quotes/quote.ts'
import { contentsOf } from './contents.ts'
import { writePdf } from './pdf.ts'
import { remembering } from './remembering.ts'
import type { Availability, DocumentRules } from './rules.ts'

const progress: readonly ProposalState[] = ['none', 'generated', 'announced']

const messages: Readonly<Record<number, string>> = {
  400: 'This document is not available for this quote.',
  404: 'Quote not found.',
  409: 'The document is not ready yet. Please retry later.',
}

export const standardDocuments: DocumentRules<Platform> = {
  availability: readTable<Availability>('availability.yaml', import.meta.url),
  code(name, quote, { behaviour }) {
    const cell = behaviour.documents.availability[name][quote?.status ?? 'unknown']
    if (typeof cell === 'number') return cell
    return progress.indexOf(quote?.proposal ?? 'none') >= progress.indexOf(cell.once) ? 200 : cell.before
  },
  contents: contentsOf,
  write: remembering(writePdf),
  delivered: (bytes) => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body: bytes }),
  refused: (code) => answerAsText(code, messages[code] ?? 'This document cannot be delivered.'),
}

/** Answers a request for a document. */
export async function documentAnswer(
  operation: ApiOperation,
  quote: Quote | undefined,
  platform: Platform,
): Promise<HttpAnswer> {
  const { documents } = platform.behaviour
  if (!isDocument(operation)) throw new RangeError(`${operation} is no document`)
  const code = documents.code(operation, quote, platform)
  if (code !== 200 || quote === undefined) return documents.refused(code, operation)
  return documents.delivered(await documents.write(documents.contents(operation, quote, platform)), operation)
}
