import type { Explanations } from '../../../conformance/explained.ts'
import { once } from '../../../conformance/once.ts'
import { explanationsIn } from './explanations.ts'
import type { SightedMutant } from './mutant.ts'
import { productMutants } from './products/rows.ts'
import { sighted } from './sightings.ts'

export { type Mutant, optionsOf, type SightedMutant, type Sighting } from './mutant.ts'
export { readSightings, type Sightings } from './sightings.ts'

/** Returns known mistakes of teams that a requirement catches: one sentence for each mutant that names the requirement. */
export function catchesOf(requirement: string): readonly string[] {
  return caught().get(requirement) ?? []
}

/** The sentences of all mutants, by requirement. */
const caught = once(() => {
  const all = new Map<string, string[]>()
  for (const { says, kills } of mutants)
    for (const id of new Set(kills)) all.set(id, [...(all.get(id) ?? []), says])
  return all
})

/** Finds the known mistakes of which the failure of a requirement is only a consequence. @param ids of all requirements */
export function explanationsOf(ids: readonly string[]): Explanations {
  const key = ids.join(' ')
  const known = explained.get(key) ?? explanationsIn(mutants, ids)
  explained.set(key, known)
  return known
}

/** By the ids of all requirements: the runs of a process have mostly the same, and each mutant is compared with each of them. */
const explained = new Map<string, Explanations>()

/** Every mutant, which breaks the sandbox in one statement, with what the proof recorded of it. */
export const mutants: readonly SightedMutant[] = sighted(productMutants)
