import type { CheckResult } from '../../conformance/events.ts'
import { glob } from '../../conformance/glob.ts'
import { isBreach } from '../../conformance/outcome.ts'
import { optionsOf, type SightedMutant } from '../../targets/sandbox/mutants/index.ts'
import type { Bench } from '../judge.ts'
import { type Bringing, judgeSandbox } from './judged.ts'

/** The part of a run that is driven for a mutant: the fewest cases that show it, the scenarios that can see it, or all. */
export type Extent = 'fewest' | 'sighted' | 'whole'

/** The result for one mutant. */
export interface Kill {
  readonly mutant: string
  readonly says: string
  /** Requirements that must kill it and did not see it. */
  readonly missed: readonly string[]
  /** Requirements that saw it, each with the scenarios. */
  readonly killedBy: Readonly<Record<string, readonly string[]>>
  /** For each of these, the smallest parts of a run that show it: a case of a scenario, else a scenario. */
  readonly shownBy: Readonly<Record<string, readonly string[]>>
  /** The fewest parts of a run that together show all that it must break, where they were looked for. */
  readonly narrowed?: readonly string[]
  /** Requirements that saw it and are neither its own nor recorded. */
  readonly undeclared: readonly string[]
  /**
   * Recorded requirements, other than its own, that did not see it. Only a whole run can tell this, and never for generated cases.
   */
  readonly stale: readonly string[]
  /** Why the run did not complete, if it did not. */
  readonly broken?: string
}

/**
 * Cases for each property, enough for nearly every mutant. Where they miss one, it is judged again with as many as a run has.
 */
const FEW_CASES = 5

/** Judges one mutant. */
export async function judgeMutant(bench: Bench, mutant: SightedMutant, extent: Extent): Promise<Kill> {
  const bringing = bringingOf(bench, mutant, extent)
  if (extent === 'sighted') return killOf(bench, mutant, extent, bringing)
  const few = extent === 'whole' ? { runs: FEW_CASES } : { scenarios: fewestOf(bench, mutant) }
  const kill = await killOf(bench, mutant, extent, { ...bringing, ...few })
  return kill.missed.length === 0 ? kill : killOf(bench, mutant, extent, bringing)
}

/** Judges one mutant by some parts of a run. */
export async function killOf(
  bench: Bench,
  mutant: SightedMutant,
  extent: Extent,
  bringing: Bringing,
): Promise<Kill> {
  const { id, says, kills, also = [] } = mutant
  const { checks, end } = await judgeSandbox(bench, bringing)
  const byRequirement = Map.groupBy(checks.filter(isBreach), ({ requirement }) => requirement)
  const places = (of: (check: CheckResult) => readonly string[]) =>
    Object.fromEntries(
      [...byRequirement].map(([requirement, own]) => [requirement, [...new Set(own.flatMap(of))]]),
    )
  const killedBy = places(({ scenario }) => [scenario])
  const seen = Object.keys(killedBy)
  return {
    mutant: id,
    says,
    missed: kills.filter((requirement) => !seen.includes(requirement)),
    killedBy,
    shownBy: places(({ scenario, cases }) => cases?.map((name) => `${scenario}#${name}`) ?? [scenario]),
    undeclared: seen.filter(
      (requirement) => ![...kills, ...also].some((pattern) => fits(pattern, requirement)),
    ),
    stale:
      extent === 'whole'
        ? also.filter(
            (pattern) =>
              !seen.some((requirement) => fits(pattern, requirement)) && !isGenerated(bench, pattern),
          )
        : [],
    ...(end.how === 'completed' ? {} : { broken: end.why }),
  }
}

/** Says whether all requirements that a mutant names saw it, no others did, and its run completed. */
export const stands = ({ missed, undeclared, broken }: Kill): boolean =>
  missed.length === 0 && undeclared.length === 0 && broken === undefined

/** How a mutant is served and which scenarios are driven for it. */
export function bringingOf(bench: Bench, mutant: SightedMutant, extent: Extent): Bringing {
  const { knownGood } = mutant
  return {
    options: optionsOf(mutant),
    scenarios: extent === 'whole' ? [] : sightOf(bench, mutant),
    ...(knownGood === undefined ? {} : { profile: (profile) => withSubmission(profile, knownGood) }),
  }
}

/** Says whether a pattern names a requirement of generated cases: another seed may give another result. */
function isGenerated({ suite }: Bench, pattern: string): boolean {
  return suite.scenarios
    .filter(({ generated }) => generated === true)
    .some(({ claims }) => claims.some(({ requirement }) => fits(pattern, requirement)))
}

/** The parts of a run that are driven first for a mutant: those that are recorded, else of each scenario the cases with its claims. */
function fewestOf(bench: Bench, mutant: SightedMutant): readonly string[] {
  if (mutant.shownBy !== undefined) return mutant.shownBy
  const { scenarios } = bench.suite
  const sight = sightOf(bench, mutant)
  const written = sight.filter((id) => scenarios.find((one) => one.id === id)?.generated !== true)
  const isRecorded = mutant.seenIn !== undefined
  return (isRecorded || written.length === 0 ? sight : written).flatMap((id) => {
    const claims = scenarios.find((one) => one.id === id)?.claims ?? []
    const own = claims.filter(({ requirement }) => mutant.kills.includes(requirement))
    const cases = own.map((one) => one.case)
    return cases.length === 0 || cases.includes(undefined)
      ? [id]
      : [...new Set(cases)].map((name) => `${id}#${name}`)
  })
}

/**
 * Returns the scenarios that are recorded for a mutant. Otherwise it returns those with a claim of each requirement that must see it, or
 * those that show enough for its standing claim. Without any the list is empty, and stands for all scenarios.
 * Fixed scenarios are preferred, since generated cases may miss it.
 */
function sightOf({ suite }: Bench, { kills, seenIn }: SightedMutant): readonly string[] {
  if (seenIn !== undefined) return seenIn
  const own = kills.flatMap((kill) => {
    const all = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === kill))
    const written = all.filter(({ generated }) => generated !== true)
    const shownIn = suite.standing.flatMap((one) => (one.requirement === kill ? (one.shownIn ?? []) : []))
    return [...(written.length > 0 ? written : all).map((scenario) => scenario.id), ...shownIn]
  })
  return [...new Set(own)]
}

function withSubmission(
  profile: Record<string, unknown>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const submission = { ...(profile.submission as Record<string, unknown>) }
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) delete submission[field]
    else submission[field] = value
  }
  return { ...profile, submission }
}

/** Says whether a requirement's id matches a pattern, in which `*` stands for any characters. */
export const fits = (pattern: string, id: string): boolean => glob(pattern)(id)
