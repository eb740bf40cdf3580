import type { Outcome } from '../conformance/outcome.ts'
import type { RunStarted } from './record.ts'

/** The requirements that a run had to exercise (`--require`). */
export interface Required {
  readonly count: number
  /** Ids of those that it did not exercise, and that no baseline names. */
  readonly notExercised: readonly string[]
}

/** Undefined where nothing was required. In a shard, those that other shards judge are not missing. */
export function requiredIn(
  { required, known = [], requirements: planned }: RunStarted,
  requirements: readonly { readonly id: string; readonly verdict: Outcome }[],
): Required | undefined {
  if (required === undefined) return undefined
  const excused = new Set([
    ...known,
    ...planned.filter(({ leftOutBy }) => leftOutBy === 'shard').map(({ id }) => id),
  ])
  const missing = requirements.filter(
    ({ id, verdict }) => verdict === 'not-exercised' && required.includes(id) && !excused.has(id),
  )
  return { count: required.length, notExercised: missing.map(({ id }) => id) }
}

/** `required and not exercised: 12 of 40: a, b, c, and 9 more`. Undefined where nothing is missing. */
export function requiredText(required: Required | undefined): string | undefined {
  if (required === undefined || required.notExercised.length === 0) return undefined
  const { count, notExercised } = required
  const more = notExercised.length - MOST_NAMES
  const names = notExercised.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '')
  return `required and not exercised: ${notExercised.length} of ${count}: ${names}`
}

const MOST_NAMES = 5
