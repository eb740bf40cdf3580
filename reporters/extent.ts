import type { Outcome } from '../conformance/outcome.ts'
import type { RunStarted } from './record.ts'
import { bySection } from './sections.ts'

/** How much of what a run was asked for it judged. */
export interface JudgedExtent {
  /** The number of requirements that were exercised. */
  readonly count: number
  /** The number of requirements that are in force and that no selection or shard left out. */
  readonly of: number
  /** Titles of whole sections of which nothing was judged. */
  readonly nothingOf: readonly string[]
}

/** The parts of a requirement that are counted. */
interface Verdicted {
  readonly id: string
  readonly clause: string
  readonly verdict: Outcome
}

/** Not in force, or not asked for: it is no loss that they were not judged. */
const NO_LOSS: ReadonlySet<string | undefined> = new Set(['version', 'selection', 'shard'])

/** Counts what a run judged. */
export function judgedIn(
  { requirements: planned }: Pick<RunStarted, 'requirements'>,
  requirements: readonly Verdicted[],
): JudgedExtent {
  const leftOutBy = new Map(planned.map((one) => [one.id, one.leftOutBy]))
  const wanted = requirements.filter(({ id }) => !NO_LOSS.has(leftOutBy.get(id)))
  return {
    count: wanted.filter(isJudged).length,
    of: wanted.length,
    nothingOf: bySection(wanted)
      .filter(({ members }) => !members.some(isJudged))
      .map(({ title }) => title),
  }
}

const isJudged = ({ verdict }: Verdicted): boolean => verdict !== 'not-exercised'

/** `311 of 573, nothing of Events`. Undefined where everything was judged. */
export function extentText({ count, of, nothingOf }: JudgedExtent): string | undefined {
  if (count === of) return undefined
  const nothing = nothingOf.length === 0 ? '' : `, nothing of ${nothingOf.join(', ')}`
  return `${count} of ${of}${nothing}`
}
