import { stringify } from 'yaml'
import { catchesOf } from '../../targets/sandbox/mutants/index.ts'
import type { Io } from '../io.ts'
import { type ListedRequirement, markdownTable, plainTable } from '../listing.ts'
import { allSuites, type ListedSuite } from '../suites.ts'
import { specOf } from '../version.ts'

export interface RequirementsOptions {
  readonly format: 'table' | 'json' | 'yaml' | 'markdown'
  readonly apiVersion?: string
}

/** `requirements`: lists every requirement that is in force in a version, with what judges it or why nothing does. */
export async function requirementsCommand(
  { format, apiVersion }: RequirementsOptions,
  io: Io,
): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  const suites = allSuites(spec)
  const listed = spec.requirements
    .filter((requirement) => spec.holds(requirement))
    .map(({ id, clause, level, side, title, since, until, excluded, awaits }): ListedRequirement => {
      const checks = suites.flatMap((suite) => checksOf(id, suite))
      return {
        ...{ id, clause, level, side, title },
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        checks,
        catches: catchesOf(id),
        ...(excluded === undefined ? {} : { excluded }),
        ...(awaits === undefined || checks.length > 0 ? {} : { awaits }),
      }
    })
  const writers = {
    table: plainTable,
    markdown: markdownTable,
    json: (all: readonly ListedRequirement[]) => `${JSON.stringify(all, null, 2)}\n`,
    yaml: (all: readonly ListedRequirement[]) => stringify(all),
  }
  io.out(writers[format](listed))
  return 0
}

function checksOf(id: string, suite: ListedSuite): readonly string[] {
  const own = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === id))
  const standing = suite.standing.some(({ requirement }) => requirement === id)
  return [...own.map((scenario) => scenario.id), ...(standing ? ['every exchange'] : [])]
}
