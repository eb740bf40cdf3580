import { ConformanceError } from '../errors.ts'
import { didYouMean } from '../suggestion.ts'
import { type Selectable, selectsRequirement, selectsScenario } from './pattern.ts'
import type { Shard } from './shard.ts'

/** The part of a suite that a run is asked to judge. Empty lists select everything. */
export interface Selection {
  /** Requirement ids or clauses. */
  readonly only: readonly string[]
  /** Scenario ids, or cases of one: `journeys/combined#17`. */
  readonly scenarios: readonly string[]
  readonly shard?: Shard
  /** Allows scenarios that write to run in production too. */
  readonly allowWrites: boolean
}

/**
 * Refuses patterns that select nothing: otherwise a run with a misspelt name would look successful.
 *
 * @throws ConformanceError SELECTION_EMPTY, naming the option and the pattern
 */
export function checkSelection(
  selection: Pick<Selection, 'only' | 'scenarios'>,
  known: KnownRequirements & { readonly scenarios: readonly Selectable[] },
): void {
  for (const pattern of selection.only) checkPattern('--only', pattern, known)
  for (const pattern of selection.scenarios) {
    if (!known.scenarios.some((one) => selectsScenario(pattern, one))) {
      const names = known.scenarios.flatMap(namesOf)
      throw empty('--scenario', pattern, 'the id of a scenario', names)
    }
  }
}

export interface KnownRequirements {
  readonly requirements: readonly { readonly id: string; readonly clause: string }[]
  /** Requirements of the other sides, with the command that judges each. */
  readonly elsewhere?: readonly { readonly id: string; readonly clause: string; readonly command: string }[]
}

/** @throws ConformanceError SELECTION_EMPTY where the pattern selects no requirement */
export function checkPattern(option: string, pattern: string, known: KnownRequirements): void {
  if (known.requirements.some((requirement) => selectsRequirement(pattern, requirement))) return
  const names = known.requirements.flatMap(({ id, clause }) => [id, ...aboveAndItself(clause)])
  const other = known.elsewhere?.find((requirement) => selectsRequirement(pattern, requirement))
  throw empty(option, pattern, 'the id or clause of a requirement', names, other?.command)
}

/** @param command the command that judges what the pattern selects, if the pattern belongs to another side */
function empty(
  option: string,
  pattern: string,
  wanted: string,
  names: readonly string[],
  command?: string,
): ConformanceError {
  // No name contains a star.
  const word = pattern.replaceAll('*', '')
  return new ConformanceError(
    'SELECTION_EMPTY',
    `${option} ${JSON.stringify(pattern)} selects nothing: it should be ${wanted}`,
    {
      hint:
        command === undefined
          ? (didYouMean(word, names) ?? 'the command `requirements` lists them all')
          : `\`${command}\` judges it`,
    },
  )
}

const namesOf = ({ id, cases = [] }: Selectable): readonly string[] => [
  id,
  ...(cases === 'numbered' ? [] : cases.map((name) => `${id}#${name}`)),
]

/** The clause and all clauses above it: `4.rule.4`, `4.rule`, `4`. */
function aboveAndItself(clause: string): readonly string[] {
  const parts = clause.split('.')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
}
