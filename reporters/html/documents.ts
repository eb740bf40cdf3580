import type { ContractCell, ContractTables } from '../../conformance/contract.ts'
import type { RunRecord } from '../record.ts'
import { stateDuring, type Walk } from './walks.ts'

/** One cell of the document matrix: what is expected and what was seen. */
export interface CellView extends ContractCell {
  /** `200` or `no answer`, with how often it was seen. */
  readonly seen: readonly { readonly answer: string; readonly times: number }[]
}

export interface DocumentView {
  readonly name: string
  readonly cells: readonly CellView[]
}

/** The document matrix, with every answer that was given while a quote was seen in one state before and after. */
export function documentsView(
  { scenarios }: Pick<RunRecord, 'scenarios'>,
  { documents }: ContractTables,
  walks: readonly Walk[],
): readonly DocumentView[] {
  const names = new Set<string>(documents.map(({ name }) => name))
  const byQuote = new Map(walks.map((walk) => [`${walk.scenario} ${walk.quote}`, walk]))
  const seen = scenarios.flatMap(({ scenario, exchanges }) =>
    exchanges.flatMap(({ operation, quoteId, answer, request }, index) => {
      // What an unknown caller is told says nothing about the document.
      if (!names.has(operation) || request.credentials?.token !== 'own') return []
      if (request.credentials.key !== 'primary' && request.credentials.key !== 'secondary') return []
      const walk = byQuote.get(`${scenario} ${quoteId}`)
      const state = walk === undefined ? undefined : stateDuring(walk, index)
      return state === undefined
        ? []
        : [{ cell: `${operation} ${state}`, answer: String(answer?.status ?? 'no answer') }]
    }),
  )
  const cells = Map.groupBy(seen, ({ cell }) => cell)
  return documents.map((document) => ({
    name: document.name,
    cells: document.cells.map((cell) => ({
      ...cell,
      seen: [...Map.groupBy(cells.get(`${document.name} ${cell.state}`) ?? [], ({ answer }) => answer)].map(
        ([answer, group]) => ({ answer, times: group.length }),
      ),
    })),
  }))
}
