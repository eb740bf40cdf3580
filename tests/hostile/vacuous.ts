import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Excuse {
  readonly why: string
  readonly ids: readonly string[]
}

/** By target: the `must` requirements that hold there although nothing works, with the reasons. */
const table = parse(readFileSync(new URL('vacuous.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly Excuse[]>
>

export const nothings: readonly string[] = Object.keys(table)

/**
 * Returns the requirements that may pass on a target without a platform, in alphabetical order; undefined for other targets.
 */
export function excusedOn(target: string): readonly string[] | undefined {
  return table[target]?.flatMap(({ ids }) => ids).toSorted()
}
