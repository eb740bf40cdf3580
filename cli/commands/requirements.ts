import { stringify } from 'yaml'
import { usageError } from '../../conformance/errors.ts'
import type { Requirement } from '../../conformance/requirement.ts'
import type { Suite } from '../../conformance/scenario.ts'
import { selectsRequirement } from '../../conformance/selection/pattern.ts'
import { checkSelection } from '../../conformance/selection/selection.ts'
import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import { newestWith, type Spec } from '../../spec/index.ts'
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
  refuseOtherVersions(spec, only)
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
  if (listed.length === 0) {
    const [other] = otherVersions(spec).filter(
      (one) =>
        (only.length === 0 || only.some((pattern) => selectsRequirement(pattern, one))) &&
        words.every((word) => holds({ ...one, checks: [] }, word)),
    )
    throw other === undefined
      ? usageError(
          `no requirement holds ${words.map((word) => JSON.stringify(word)).join(' and ')}`,
          'the search covers ids, clauses, levels, sides, titles, checks and reasons',
        )
      : ofOtherVersion(other, spec)
  }
  const writers = {
    table: (all: readonly ListedRequirement[]) => plainTable(all, io.columns),
    markdown: markdownTable,
    json: (all: readonly ListedRequirement[]) => `${JSON.stringify(all, null, 2)}\n`,
    yaml: (all: readonly ListedRequirement[]) => stringify(all),
  }
  io.out(writers[format](listed))
  return 0
}

const otherVersions = (spec: Spec): readonly Requirement[] =>
  spec.requirements.filter((requirement) => !spec.holds(requirement))

/**
 * Refuses a pattern that selects only what is not in force in this version.
 *
 * @throws ConformanceError USAGE with the option that lists it
 */
function refuseOtherVersions(spec: Spec, only: readonly string[]): void {
  for (const pattern of only) {
    const selected = spec.requirements.filter((one) => selectsRequirement(pattern, one))
    const [first] = selected
    if (first !== undefined && !selected.some((one) => spec.holds(one))) throw ofOtherVersion(first, spec)
  }
}

function ofOtherVersion(requirement: Requirement, { version, versions }: Spec): Error {
  const { id, since, until } = requirement
  const range = [
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`before ${until}`]),
  ]
  const listing = newestWith(versions, requirement)
  return usageError(
    `${id} is not in force in ${version}: it holds ${range.join(' and ')}`,
    listing === undefined
      ? 'no version of the changelog has it'
      : `\`requirements --api-version ${listing} --only ${id}\` lists it`,
  )
}

type Searched = Pick<ListedRequirement, 'id' | 'clause' | 'level' | 'side' | 'title' | 'checks' | 'excluded'>

function holds({ id, clause, level, side, title, checks, excluded }: Searched, word: string): boolean {
  const reason = excluded === undefined ? '' : `excluded: ${excluded}`
  return [id, clause, level, side, title, reason, ...checks]
    .join('\n')
    .toLowerCase()
    .includes(word.toLowerCase())
}

function checksOf(id: string, suite: Suite<unknown, unknown>): readonly string[] {
  const own = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === id))
  const standing = suite.standing.some(({ requirement }) => requirement === id)
  return [...own.map((scenario) => scenario.id), ...(standing ? ['every exchange'] : [])]
}
