import type { DocumentName } from '../../../../conformance/exchange.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { DOCUMENTS } from '../../vocabulary/api.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type Cell, type Row, rowClaims } from './cells.ts'

/** The states in which some documents are available. */
const STATES = ['ready_to_bind', 'issued'] as const

/** How many pairs of requests for a document are sent at the same moment. */
const PAIRS = 2

type Trace = Readonly<Record<(typeof STATES)[number], readonly Row[]>>

/** Checks that several readers get a document at the same moment, as one reader does (3.documents, R17, R18). */
export const documentsAtOnce: PlatformScenario = scenario<Trace>({
  id: 'documents/at-once',
  title: 'A document is there or refused for each of several readers who come at the same moment',
  async drive(context) {
    const { api, quotes } = context
    const { id } = await quotes.reach('ready_to_bind')
    // The quote preview is asked for by several readers before anybody has read it.
    const preview = await readTogether(context, id, ['quote-preview'])
    await quotes.proposalOf(id)
    const others = await readTogether(context, id, DOCUMENTS.slice(1))
    const ready = preview.map((cells, place) => ({ cells: { ...cells, ...others[place] } as Row['cells'] }))
    await api.bind(id)
    const { state } = await quotes.issue(id)
    const issued = state === 'issued' ? await readTogether(context, id, DOCUMENTS) : []
    return { ready_to_bind: ready, issued: issued.map((cells) => ({ cells: cells as Row['cells'] })) }
  },
  claims: STATES.flatMap((state: QuoteState & keyof Trace) =>
    Array.from({ length: PAIRS }, (_, place) =>
      rowClaims<Trace>(state, ({ [state]: rows }) => rows[place], 'for several readers at the same moment'),
    ).flat(),
  ),
})

/** Asks for documents one after the other, each several times at the same moment; returns the cells of each pair of requests. */
async function readTogether(
  { api }: PlatformContext,
  id: string,
  names: readonly DocumentName[],
): Promise<readonly Partial<Record<DocumentName, Cell>>[]> {
  const rows = Array.from({ length: PAIRS }, (): Partial<Record<DocumentName, Cell>> => ({}))
  for (const name of names) {
    const before = await api.status(id)
    const pairs = await Promise.all(
      rows.map(() => Promise.all([api.document(name, id), api.document(name, id)])),
    )
    const after = await api.status(id)
    for (const [place, [first, again]] of pairs.entries())
      Object.assign(rows[place] ?? {}, { [name]: { before, attempts: [first], again, after } })
  }
  return rows
}
