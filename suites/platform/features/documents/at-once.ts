import type { DocumentName } from '../../../../conformance/exchange.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type ObservedCell, type ObservedRow, rowClaims } from '../../vocabulary/documents/cells.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import { openPdf } from '../../vocabulary/reading/reader.ts'

/** The states in which some documents are available. */
const STATES = ['ready_to_bind', 'issued'] as const

/** How many requests for a document are sent at the same moment. */
const READERS = 4

type Trace = Readonly<Record<(typeof STATES)[number], readonly ObservedRow[]>>

/** Checks that several readers get a document at the same moment, as one reader does (3.documents, R17, R18). */
export const documentsAtOnce: PlatformScenario = scenario<Trace>({
  id: 'documents/at-once',
  title: 'Several simultaneous readers get the same document, or the same refusal',
  async drive(context) {
    const { api, quotes } = context
    const { id } = await quotes.reach('ready_to_bind')
    // The quote preview is asked for by several readers before anybody has read it.
    const preview = await readTogether(context, id, ['quote-preview'])
    await quotes.proposalOf(id)
    const others = await readTogether(context, id, DOCUMENTS.slice(1))
    const ready = preview.map((cells, place) => ({
      cells: { ...cells, ...others[place] } as ObservedRow['cells'],
    }))
    await api.bind(id)
    const { state } = await quotes.issue(id)
    const issued = state === 'issued' ? await readTogether(context, id, DOCUMENTS) : []
    return { ready_to_bind: ready, issued: issued.map((cells) => ({ cells: cells as ObservedRow['cells'] })) }
  },
  claims: STATES.flatMap((state: QuoteState & keyof Trace) =>
    Array.from({ length: READERS }, (_, place) =>
      rowClaims<Trace>(state, ({ [state]: rows }) => rows[place], 'for several readers at the same moment'),
    ).flat(),
  ),
})

/** Asks for documents one after the other, each several times at the same moment; returns the cells of each reader. */
async function readTogether(
  { api, http }: PlatformContext,
  id: string,
  names: readonly DocumentName[],
): Promise<readonly Partial<Record<DocumentName, ObservedCell>>[]> {
  const rows = Array.from({ length: READERS }, (): Partial<Record<DocumentName, ObservedCell>> => ({}))
  for (const name of names) {
    const before = await api.status(id)
    const answers = await Promise.all(rows.map(() => api.document(name, id)))
    const after = await api.status(id)
    for (const [place, answer] of answers.entries()) {
      const bytes = answer.answer?.status === 200 ? http.bytes(answer) : undefined
      const opened = bytes === undefined ? {} : { opening: await openPdf(bytes) }
      Object.assign(rows[place] ?? {}, { [name]: { before, attempts: [answer], after, ...opened } })
    }
  }
  return rows
}
