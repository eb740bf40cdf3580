import { glob } from '../../conformance/glob.ts'
import type { Mutant } from '../../targets/sandbox/mutants/index.ts'
import { optionsOf } from '../../targets/sandbox/mutants/index.ts'
import type { Bench } from '../judge.ts'
import { type Bringing, isBreach, judgeSandbox } from './judged.ts'

/** How much is driven for a mutant: what can see it, or everything. */
export type Extent = 'sighted' | 'whole'

/** One mutant as the suite saw it. */
export interface Kill {
  readonly mutant: string
  readonly says: string
  /** Requirements that it is to be killed by and that did not see it. */
  readonly missed: readonly string[]
  /** Requirements that saw it, each with the scenarios in which they did. */
  readonly killedBy: Readonly<Record<string, readonly string[]>>
  /** Those among them that it does not declare. */
  readonly undeclared: readonly string[]
  /**
   * Declared requirements beyond its own that nothing saw. Only a whole run can tell, and nothing that
   * depends on drawn cases.
   */
  readonly stale: readonly string[]
  /** Why the run did not come to its end, if it did not. */
  readonly broken?: string
}

/** Cases for each property that nearly every mutant is seen by; what they miss is judged with as many as a run has. */
const FEW_CASES = 5

/** Judges one mutant. */
export async function judgeMutant(bench: Bench, mutant: Mutant, extent: Extent): Promise<Kill> {
  const bringing = bringingOf(bench, mutant, extent)
  if (extent === 'sighted') return killOf(bench, mutant, extent, bringing)
  const kill = await killOf(bench, mutant, extent, { ...bringing, runs: FEW_CASES })
  return kill.missed.length === 0 ? kill : killOf(bench, mutant, extent, bringing)
}

async function killOf(bench: Bench, mutant: Mutant, extent: Extent, bringing: Bringing): Promise<Kill> {
  const { id, says, kills, also = [] } = mutant
  const { checks, end } = await judgeSandbox(bench, bringing)
  const byRequirement = Map.groupBy(checks.filter(isBreach), ({ requirement }) => requirement)
  const killedBy = Object.fromEntries(
    [...byRequirement].map(([requirement, own]) => [
      requirement,
      [...new Set(own.map(({ scenario }) => scenario))],
    ]),
  )
  const seen = Object.keys(killedBy)
  return {
    mutant: id,
    says,
    missed: kills.filter((requirement) => !seen.includes(requirement)),
    killedBy,
    undeclared: seen.filter(
      (requirement) => ![...kills, ...also].some((pattern) => fits(pattern, requirement)),
    ),
    stale:
      extent === 'whole'
        ? also.filter(
            (pattern) => !seen.some((requirement) => fits(pattern, requirement)) && !isDrawn(bench, pattern),
          )
        : [],
    ...(end.how === 'completed' ? {} : { broken: end.why }),
  }
}

/** Says whether all that a mutant names saw it, nothing else did, and its run came to its end. */
export const stands = ({ missed, undeclared, broken }: Kill): boolean =>
  missed.length === 0 && undeclared.length === 0 && broken === undefined

/** How a mutant is brought and what is driven for it. */
export function bringingOf(bench: Bench, mutant: Mutant, extent: Extent): Bringing {
  const { knownGood } = mutant
  return {
    options: optionsOf(mutant),
    scenarios: extent === 'whole' ? [] : sightOf(bench, mutant),
    ...(knownGood === undefined ? {} : { profile: (profile) => withSubmission(profile, knownGood) }),
  }
}

/** Says whether a pattern names a requirement that generated cases show: another seed may show something else. */
function isDrawn({ suite }: Bench, pattern: string): boolean {
  return suite.scenarios
    .filter(({ drawn }) => drawn === true)
    .some(({ claims }) => claims.some(({ requirement }) => fits(pattern, requirement)))
}

/**
 * Returns the scenarios that a mutant names. Otherwise it returns those with a claim of each requirement that
 * must see it. Written ones are taken where there are any, since drawn cases may or may not show it.
 */
function sightOf({ suite }: Bench, { id, kills, seenIn }: Mutant): readonly string[] {
  if (seenIn !== undefined) return seenIn
  const own = kills.flatMap((kill) => {
    const all = suite.scenarios.filter(({ claims }) => claims.some(({ requirement }) => requirement === kill))
    const written = all.filter(({ drawn }) => drawn !== true)
    return written.length > 0 ? written : all
  })
  if (own.length === 0) throw new RangeError(`${id} has to say in which scenarios it shows (seenIn)`)
  return [...new Set(own.map((scenario) => scenario.id))]
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

/** Says whether a pattern, in which `*` stands for any run of characters, is a requirement's id. */
export const fits = (pattern: string, id: string): boolean => glob(pattern)(id)
