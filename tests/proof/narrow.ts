import type { SightedMutant } from '../../targets/sandbox/mutants/index.ts'
import type { Bench } from '../judge.ts'
import { bringingOf, judgeMutant, type Kill, killOf } from './kills.ts'
import { casesIn, costOfParts, fewestParts, fewestThat } from './parts.ts'

/**
 * Judges one mutant by the fewest cases that are known to show it, and looks for fewer. It takes several runs: for a record, after
 * which a proof drives one case where it drove a whole scenario.
 */
export async function narrowMutant(bench: Bench, mutant: SightedMutant): Promise<Kill> {
  const kill = await judgeMutant(bench, mutant, 'fewest')
  const places = fewestParts(kill.shownBy, mutant.kills, costOfParts()) ?? []
  const parts = casesIn(bench, places)
  if (kill.missed.length > 0 || parts.length === 0) return kill
  const bringing = bringingOf(bench, mutant, 'fewest')
  const shows = async (scenarios: readonly string[]) =>
    (await killOf(bench, mutant, 'fewest', { ...bringing, scenarios })).missed.length === 0
  if (await shows(parts))
    return parts.length === 1 ? kill : { ...kill, narrowed: await fewestThat(shows, parts) }
  // A case may show it only beside others.
  const beside = casesIn(bench, [...new Set(places.map((place) => place.split('#')[0] ?? place))])
  return (await shows(beside)) ? { ...kill, narrowed: await fewestThat(shows, beside) } : kill
}
