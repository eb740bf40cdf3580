import { stringify } from 'yaml'
import { usageError } from '../../conformance/errors.ts'
import type { Suite } from '../../conformance/scenario.ts'
import { checkSelection, selectsRequirement } from '../../runner/index.ts'
import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import type { Io } from '../io.ts'
import { type ListedRequirement, markdownTable, plainTable } from '../listing.ts'

export interface RequirementsOptions {
  /** Ids or clauses; empty for all. */
  readonly only: readonly string[]
  /** Words that a listed requirement must contain, all of them. */
  readonly words: readonly string[]
  readonly format: 'table' | 'json' | 'yaml' | 'markdown'
  readonly apiVersion?: string
}

/**
 * `requirements`: lists every requirement that is in force in a version, with the scenarios that judge it or the reason why
 * none does.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY where nothing is left to list
 */
export async function requirementsCommand(
  sides: readonly SideEntry[],
  { format, apiVersion, only, words }: RequirementsOptions,
  io: Io,
): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  const judges = await Promise.all(
    sides.map(async ({ load }) => {
      const side = await load()
      return { suite: side.suite(spec), catchesOf: await side.catches?.() }
    }),
  )
  const inForce = spec.requirements.filter((requirement) => spec.holds(requirement))
  checkSelection({ only, scenarios: [] }, { requirements: inForce, scenarios: [] })
  const listed = inForce
    .filter((one) => only.length === 0 || only.some((pattern) => selectsRequirement(pattern, one)))
    .map(
      ({ id, clause, level, side, title, readings, since, until, excluded, judgedBy }): ListedRequirement => {
        const checks = judges.flatMap(({ suite }) => checksOf(id, suite))
        return {
          ...{ id, clause, level, side, title },
          ...(readings === undefined ? {} : { readings }),
          ...(since === undefined ? {} : { since }),
          ...(until === undefined ? {} : { until }),
          checks,
          catches: judges.flatMap(({ catchesOf }) => catchesOf?.(id) ?? []),
          ...(excluded === undefined ? {} : { excluded }),
          ...(judgedBy === undefined ? {} : { judgedBy }),
        }
      },
    )
    .filter((one) => words.every((word) => holds(one, word)))
  if (listed.length === 0)
    throw usageError(
      `no requirement holds ${words.map((word) => JSON.stringify(word)).join(' and ')}`,
      'words are looked for in ids, clauses, levels, sides, titles and checks',
    )
  const writers = {
    table: (all: readonly ListedRequirement[]) => plainTable(all, io.columns),
    markdown: markdownTable,
    json: (all: readonly ListedRequirement[]) => `${JSON.stringify(all, null, 2)}\n`,
    yaml: (all: readonly ListedRequirement[]) => stringify(all),
  }
  io.out(writers[format](listed))
  return 0
}

function holds({ id, clause, level, side, title, checks }: ListedRequirement, word: string): boolean {
  return [id, clause, level, side, title, ...checks].join('\n').toLowerCase().includes(word.toLowerCase())
}

function checksOf(id: string, suite: Suite<unknown, unknown>): readonly string[] {
  const own = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === id))
  const standing = suite.standing.some(({ requirement }) => requirement === id)
  return [...own.map((scenario) => scenario.id), ...(standing ? ['every exchange'] : [])]
}
