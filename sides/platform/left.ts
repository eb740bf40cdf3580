import type { Undo } from '../../conformance/ports/undo.ts'
import { count } from '../../reporters/index.ts'

/** Counts by action what a run could not undo on the target; undefined where it left nothing. The journal of the run has the list. */
export function leftText(left: readonly Undo[]): string | undefined {
  if (left.length === 0) return undefined
  const kinds = [...Map.groupBy(left, ({ action }) => action)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([action, own]) => `${action} ${own.length}`)
  const all = count(left.length, 'change')
  return `left on the target: ${all} (${kinds.join(', ')}). undo.jsonl in the folder of the run lists them; doctor --clean DIR undoes them`
}
