import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { QuoteOperation, Spec } from '../../spec/index.ts'

/** One interaction of the published contract, before it is written. */
export interface ContractRow {
  readonly operation: QuoteOperation | 'token'
  /** Description of the interaction. */
  readonly says: string
  /** The provider state. */
  readonly given?: string
  readonly body?: 'invalid'
  readonly status: number
  /** Set where any status of the class is right. */
  readonly statuses?: 'clientError'
  readonly answer: 'token' | 'record' | 'update' | 'bind' | 'error' | 'declined' | 'pdf' | 'text' | 'open'
  /** States that the record may show. */
  readonly states?: readonly string[]
}

/** All rows that a version states. */
export function rowsOf(spec: Spec): readonly ContractRow[] {
  const fixed = parse(
    readFileSync(new URL('../tables/contract.yaml', import.meta.url), 'utf8'),
  ) as readonly ContractRow[]
  const operations = new Set<string>(['token', ...spec.endpoints.map(({ operation }) => operation)])
  const states = new Set(spec.lifecycle.states.map(({ name }) => name))
  const known = fixed.filter(
    (row) =>
      operations.has(row.operation) &&
      (row.states ?? []).every((state) => states.has(state)) &&
      isStated(spec, row),
  )
  return [...known, ...documentRows(spec).filter(({ operation }) => operations.has(operation))]
}

/** Only answers whose status the version states belong in its contract. */
function isStated(spec: Spec, { operation, status, given }: ContractRow): boolean {
  const state = given?.replace(/^a quote in /, '')
  const isOther = state !== given && !spec.lifecycle.states.some(({ name }) => name === state)
  if (isOther) return false
  const endpoint = spec.endpoints.find((one) => one.operation === operation)
  return endpoint === undefined || status >= 300 || endpoint.success === status
}

/** A row for each cell of the document matrix that states an answer. */
function documentRows(spec: Spec): readonly ContractRow[] {
  return Object.entries(spec.documents).flatMap(([name, cells]) =>
    Object.entries(cells).flatMap(([state, cell]): readonly ContractRow[] => {
      if (cell.expect === 'open') return []
      const operation = name as QuoteOperation
      if (cell.expect === 'available')
        return [
          {
            operation,
            says: `the ${name} of a quote in ${state} is there`,
            given: cell.after === undefined ? `a quote in ${state}` : `a quote in ${state} with its proposal`,
            status: 200,
            answer: 'pdf',
          },
        ]
      const status = cell.statuses === '4xx' ? 400 : (cell.statuses[0] ?? 400)
      return [
        {
          operation,
          says: `the ${name} of a quote in ${state} is refused`,
          given: `a quote in ${state}`,
          status,
          ...(cell.statuses === '4xx' && { statuses: 'clientError' }),
          answer: cell.contentType === undefined ? 'open' : 'text',
        },
      ]
    }),
  )
}
