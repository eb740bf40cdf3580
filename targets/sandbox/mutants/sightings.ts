import { readFileSync } from 'node:fs'
import type { Mutant, SightedMutant, Sighting } from './mutant.ts'

/** The records of mutants, by their ids. */
export type Sightings = Readonly<Record<string, Sighting>>

const RECORDED = new URL('../../../test-data/sightings.json', import.meta.url)

export const readSightings = (): Sightings => JSON.parse(readFileSync(RECORDED, 'utf8'))

/** Adds to each mutant what is recorded of it. */
export function sighted(mutants: readonly Mutant[], sightings = readSightings()): readonly SightedMutant[] {
  return mutants.map((mutant) => ({ ...sightings[mutant.id], ...mutant }))
}
