import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  mutants,
  type SightedMutant,
  type Sighting,
  type Sightings,
} from '../../targets/sandbox/mutants/index.ts'
import { openBench } from '../judge.ts'
import { bringingOf, type Extent, fits, type Kill } from './kills.ts'
import { costOfParts, fewestParts } from './parts.ts'

/**
 * Writes the record of all mutants anew, with the results of some.
 *
 * @param extent results of whole runs; those of a part can only tell which cases show what
 */
export async function record(kills: readonly Kill[], extent: Extent): Promise<void> {
  const bench = await openBench()
  const sightings = recordedFrom(kills, {
    ...{ mutants, extent },
    sightOf: (mutant) => bringingOf(bench, mutant, 'sighted').scenarios,
    costOf: costOfParts(),
  })
  writeFileSync(resolve('test-data/sightings.json'), textOf(sightings))
}

/** All that a record is made from, besides the results. */
interface Known {
  readonly extent: Extent
  /** Mutants with what is recorded of them so far. */
  readonly mutants: readonly SightedMutant[]
  /** The scenarios that are driven for a mutant of which no scenario is recorded; empty: all. */
  sightOf(mutant: SightedMutant): readonly string[]
  /** The cost of a scenario or of a case of it, such as milliseconds. */
  readonly costOf: (place: string) => number
}

/**
 * Brings the record of mutants up to the results of whole runs. A mutant that was not judged, or not to the end, keeps what is recorded.
 *
 * Requirements are only added: another run may see what this one did not, since timing decides. To record a mutant anew, take its line
 * out first. Scenarios are replaced where they do not show all that the mutant breaks.
 */
export function recordedFrom(kills: readonly Kill[], { mutants, extent, sightOf, costOf }: Known): Sightings {
  const byMutant = new Map(kills.map((kill) => [kill.mutant, kill]))
  return Object.fromEntries(
    mutants.map((mutant): [string, Sighting] => {
      const { id, also = [], seenIn } = mutant
      const kill = byMutant.get(id)
      if (kill === undefined || kill.broken !== undefined) return [id, rowOf(mutant)]
      const sight = sightOf(mutant)
      const shownBy = kill.narrowed ?? casesOf(fewestParts(kill.shownBy, mutant.kills, costOf), sight)
      if (extent !== 'whole') return [id, rowOf({ also, seenIn, shownBy })]
      const isKnown = (requirement: string) =>
        [...mutant.kills, ...also].some((one) => fits(one, requirement))
      const added = Object.keys(kill.killedBy).filter((requirement) => !isKnown(requirement))
      const isEnough = sight.length > 0 && mutant.kills.every((one) => isSeenIn(kill, one, sight))
      return [
        id,
        rowOf({
          also: [...also, ...added.toSorted()],
          seenIn: isEnough ? seenIn : fewestParts(kill.killedBy, mutant.kills, costOf),
          shownBy,
        }),
      ]
    }),
  )
}

const isSeenIn = ({ killedBy, missed }: Kill, requirement: string, scenarios: readonly string[]): boolean =>
  missed.includes(requirement) || (killedBy[requirement] ?? []).some((one) => scenarios.includes(one))

/** The places themselves where one is a case; undefined where the scenarios that are driven anyway are as few. */
function casesOf(
  places: readonly string[] | undefined,
  sight: readonly string[],
): readonly string[] | undefined {
  const own = (places ?? []).filter(
    (place) => !place.includes('#') || !places?.includes(place.split('#')[0] ?? ''),
  )
  const isLess = own.some((place) => place.includes('#')) || (own.length > 0 && own.length < sight.length)
  return isLess ? own : undefined
}

type Row = { readonly [Field in keyof Sighting]?: Sighting[Field] | undefined }

const rowOf = ({ also = [], seenIn, shownBy }: Row): Sighting => ({
  ...(also.length > 0 && { also }),
  ...(seenIn !== undefined && { seenIn }),
  ...(shownBy !== undefined && { shownBy }),
})

/** Returns a record as text that two commits can be compared by: a line for each mutant, in the order of ids. */
export function textOf(sightings: Sightings): string {
  const lines = Object.entries(sightings)
    .filter(([, row]) => Object.keys(row).length > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, row]) => `  ${JSON.stringify(id)}: ${JSON.stringify(row)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
