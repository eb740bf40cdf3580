import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { all, cannotTell } from '../../../../conformance/verdict.ts'
import { documentCell } from '../../../../spec/documents.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext } from '../context.ts'
import { DOCUMENTS } from '../quotes/api.ts'
import { openPdf } from '../reading/reader.ts'
import type { Opening } from '../reading/reading.ts'
import { takesTime } from './cells.ts'
import { opensInAReader } from './pdf.ts'

/** A document that was asked for. */
export interface Download {
  /** The last answer; several requests are sent only where its generation may take time. */
  readonly exchange: Exchange
  /** Result of opening the document with a PDF reader; absent where there was no document. */
  readonly opening?: Opening
}

/** The row of the availability table for one state: all four documents, as they were asked for. */
export type DownloadRow = Readonly<Record<DocumentName, Download>>

/**
 * Asks for all four documents of a quote that should be in a state, side by side between two reads of that state. Statements judge the
 * answers; a scenario names them with `requirementsOfRows`.
 */
export async function readRow(context: PlatformContext, id: string, state: QuoteState): Promise<DownloadRow> {
  await context.api.status(id)
  const row = await Promise.all(
    DOCUMENTS.map(async (name) => [name, await download(context, name, id, state)] as const),
  )
  await context.api.status(id)
  return Object.fromEntries(row) as DownloadRow
}

/** The same after an update. A later read shows that no re-rating had begun that earlier ones did not show yet (R10). */
export async function readUpdatedRow(
  context: PlatformContext,
  id: string,
  state: QuoteState,
): Promise<DownloadRow> {
  const row = await readRow(context, id, state)
  await context.quotes.stays(id)
  return row
}

async function download(
  { api, quotes, http, spec }: PlatformContext,
  name: DocumentName,
  id: string,
  state: QuoteState,
): Promise<Download> {
  const isAwaited = takesTime(documentCell(spec.documents, name, state))
  const attempts = isAwaited ? await quotes.documentOf(name, id) : []
  const exchange = attempts.at(-1) ?? (await api.document(name, id))
  const bytes = exchange.answer?.status === 200 ? http.bytes(exchange) : undefined
  // A second request has the same result as the first one.
  await api.document(name, id)
  return bytes === undefined ? { exchange } : { exchange, opening: await openPdf(bytes) }
}

/** The requirements that `readRow` shows in some states: a scenario is driven for them, and statements judge them. */
export const requirementsOfRows = (...states: readonly QuoteState[]): readonly string[] => [
  'documents-before-v1-8-0',
  ...states.flatMap((state) => [
    ...DOCUMENTS.map((name) => `${name}-in-${state.replaceAll('_', '-')}`),
    ...(state === 'issued' ? [] : ['policy-only-in-issued']),
    ...(state === 'ready_to_bind' ? ['quote-proposal-arrives', 'policy-preview-arrives'] : []),
  ]),
]

/** The documents of some rows. */
export const downloadsIn = (...rows: readonly (DownloadRow | undefined)[]): readonly Download[] =>
  rows.flatMap((row) => (row === undefined ? [] : Object.values(row)))

/** Makes the claims that documents open in a PDF reader (R19). No ledger can tell, since it holds no documents. */
export const openingClaims = <T>(of: (trace: T) => readonly Download[]): readonly Claim<T, Spec>[] =>
  DOCUMENTS.map((name) =>
    claim<T>(`${name}-opens`, (trace) => {
      const opened = of(trace).flatMap(({ exchange, opening }) =>
        exchange.operation === name && opening !== undefined ? [opensInAReader(opening, exchange.id)] : [],
      )
      return opened.length === 0 ? cannotTell('there was no such document') : all(opened)
    }),
  )
