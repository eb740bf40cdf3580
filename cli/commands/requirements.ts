import { stringify } from 'yaml'
import type { Suite } from '../../conformance/scenario.ts'
import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import type { Io } from '../io.ts'
import { type ListedRequirement, markdownTable, plainTable } from '../listing.ts'

export interface RequirementsOptions {
  readonly format: 'table' | 'json' | 'yaml' | 'markdown'
  readonly apiVersion?: string
}

/** `requirements`: lists every requirement that is in force in a version, with what judges it or why nothing does. */
export async function requirementsCommand(
  sides: readonly SideEntry[],
  { format, apiVersion }: RequirementsOptions,
  io: Io,
): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  const judges = await Promise.all(
    sides.map(async ({ load }) => {
      const side = await load()
      return { suite: side.suite(spec), catchesOf: await side.catches?.() }
    }),
  )
  const listed = spec.requirements
    .filter((requirement) => spec.holds(requirement))
    .map(
      ({
        id,
        clause,
        level,
        side,
        title,
        readings,
        since,
        until,
        excluded,
        awaits,
        judgedBy,
      }): ListedRequirement => {
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
          ...(awaits === undefined || checks.length > 0 ? {} : { awaits }),
        }
      },
    )
  const writers = {
    table: plainTable,
    markdown: markdownTable,
    json: (all: readonly ListedRequirement[]) => `${JSON.stringify(all, null, 2)}\n`,
    yaml: (all: readonly ListedRequirement[]) => stringify(all),
  }
  io.out(writers[format](listed))
  return 0
}

function checksOf(id: string, suite: Suite<unknown, unknown>): readonly string[] {
  const own = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === id))
  const standing = suite.standing.some(({ requirement }) => requirement === id)
  return [...own.map((scenario) => scenario.id), ...(standing ? ['every exchange'] : [])]
}
