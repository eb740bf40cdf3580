import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { documentCell } from '../../../spec/documents.ts'
import { takesTime } from '../vocabulary/documents/cells.ts'
import { foundAmong, soughtIn } from '../vocabulary/documents/whose.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import { openPdf } from '../vocabulary/reading/reader.ts'
import { downloadOnce } from './downloads.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { DocumentRead, Occasion } from './occasion.ts'
import type { JourneyRun } from './run.ts'

/** Asks for all documents of the version, one after the other. */
export async function readDocuments(occasion: Occasion): Promise<readonly DocumentRead[]> {
  const { run, driven, before } = occasion
  const { documents, lifecycle } = driven.party.context.spec
  const state = presentStateOf(before, lifecycle)
  if (state === 'ready_to_bind') await downloadOnce(run, driven, 'quote.proposalReady')
  if (state === 'issued') await downloadOnce(run, driven, 'policy.created')
  const reads: DocumentRead[] = []
  for (const name of DOCUMENTS) if (name in documents) reads.push(await readQuoteDocument(occasion, name))
  return reads
}

/** Asks for a document. Where its generation may take time, and the step is not immediate, asks until it is there. */
export async function readQuoteDocument(
  { run, driven, step, before }: Occasion,
  name: DocumentName,
): Promise<DocumentRead> {
  const { quote, party } = driven
  const { spec, quotes, api, http } = party.context
  const cell = documentCell(spec.documents, name, presentStateOf(before, spec.lifecycle) ?? '')
  const comes = takesTime(cell) && !step.immediate
  const attempts = comes ? await run.holds.waiting(() => quotes.documentOf(name, quote.id)) : undefined
  const sent = attempts ?? [await api.document(name, quote.id)]
  const last = sent.at(-1)
  const bytes = run.opens && last?.answer?.status === 200 ? http.bytes(last) : undefined
  return {
    ...{ action: name, sent },
    ...(bytes !== undefined && (await open(bytes, driven, run))),
  }
}

/**
 * Reads the state after documents were asked for. Where one was waited for in vain, this read comes so late that it cannot lag behind
 * the last attempts. So it shows in which state they were made.
 */
export async function stateAfter(
  { driven: { quote, party } }: Occasion,
  ...attempts: readonly (readonly Exchange[])[]
): Promise<Exchange> {
  const { api, quotes } = party.context
  const isInVain = attempts.some((sent) => sent.length > 1 && sent.at(-1)?.answer?.status !== 200)
  return isInVain ? (await quotes.caughtUp(quote.id)).last : api.status(quote.id)
}

/** Opens a document, and looks for the quotes that it names. Nothing is said where there is no text of another quote. */
async function open(
  bytes: Uint8Array,
  { quote, party }: DrivenQuote,
  { submitted }: JourneyRun,
): Promise<Pick<DocumentRead, 'opening' | 'names'>> {
  const { submission, outcomes } = party.context.facts
  const sought = soughtIn(quote, submitted, [submission, outcomes])
  const { found, ids: _, ...opening } = await openPdf(bytes, [...sought.own, ...sought.foreign])
  return { opening, ...(sought.foreign.length > 0 && { names: foundAmong(sought, found) }) }
}
