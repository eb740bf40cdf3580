import type { Requirement } from '../../conformance/requirement.ts'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { entryBetween, isSince } from '../../spec/index.ts'
import { type Bench, openBench } from '../judge.ts'
import { judgeSandbox, outcomesOf } from '../proof/judged.ts'

/** A sandbox of one version, judged as of another. */
export interface Cell {
  readonly served: string
  readonly judged: string
  /** A mutant whose defect is none in the judged version. */
  readonly mutant?: string
}

export interface JudgedCell extends Cell {
  /** Ids of the requirements that failed, each with the changelog entry that explains it; null where none does. */
  readonly failed: Readonly<Record<string, string | null>>
  /** True where every scenario was driven. */
  readonly isWhole: boolean
  /** True where the run completed. */
  readonly completed: boolean
}

/** Scenarios that together show the changes of each changelog entry. */
export const SIGHTED: readonly string[] = [
  'service/description',
  'auth/submit',
  'auth/secondary-key',
  'submit/year-founded-is-optional',
  'submit/settles-ready-to-bind',
  'submit/retention-raised',
  'documents/in-issued',
  'documents/in-ready-to-bind',
  'bind/ready-quote',
  'webhooks/events-of-a-quote',
]

const benches = new Map<string, Promise<Bench>>()

/** The specification and the suite as of a version, made once. */
function benchOf(version: string): Promise<Bench> {
  const known = benches.get(version) ?? openBench({ version })
  benches.set(version, known)
  return known
}

/** Judges one cell of the matrix, with few generated cases. */
export async function judgeCell(cell: Cell, scenarios: readonly string[] = []): Promise<JudgedCell> {
  const bench = await benchOf(cell.judged)
  const { served, mutant } = cell
  const options = await sandboxOf({ sandboxVersion: served, ...(mutant !== undefined && { mutant }) })
  const judgement = await judgeSandbox(bench, { options, scenarios, runs: 1 })
  const entryOf = entryBetween(bench.spec, cell.served, cell.judged)
  const failed = [...outcomesOf(judgement)].filter(([, outcome]) => outcome === 'failed')
  return {
    ...cell,
    isWhole: scenarios.length === 0,
    failed: Object.fromEntries(failed.map(([id]) => [id, entryOf(id) ?? null])),
    completed: judgement.end.how === 'completed',
  }
}

/**
 * Says from the specification alone if a platform of one version breaks the statements of another.
 *
 * A newer platform does where a `must` statement ended, an older one where one began. Optional parts may be left out.
 */
export async function isToFail({ served, judged }: Cell): Promise<boolean> {
  const { spec } = await benchOf(judged)
  const { requirements, versions } = spec
  const isOptional = ({ field }: Requirement) =>
    field !== undefined &&
    field.schema === 'QuoteRecord' &&
    !spec.property(field.schema, field.pointer).required
  return requirements
    .filter((row) => row.level === 'must' && row.side === 'platform' && spec.holds(row))
    .filter((row) => (row.excluded ?? row.judgedBy) === undefined && !isOptional(row))
    .some(
      ({ since, until }) =>
        (since !== undefined && !isSince(versions, served, since)) ||
        (until !== undefined && isSince(versions, served, until)),
    )
}

/** The failed requirements that no changelog entry explains. */
export const unexplainedIn = ({ failed }: JudgedCell): readonly string[] =>
  Object.entries(failed).flatMap(([id, entry]) => (entry === null ? [id] : []))

/** Says whether the result of a cell agrees with the changelog. */
export async function isAsStated(cell: JudgedCell): Promise<boolean> {
  const fails = Object.keys(cell.failed).length > 0
  return cell.completed && unexplainedIn(cell).length === 0 && fails === (await isToFail(cell))
}
