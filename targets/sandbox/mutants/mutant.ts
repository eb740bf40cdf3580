import { type BehaviourChange, behaviourOf } from '../behaviour.ts'
import type { EmbeddedOptions } from '../index.ts'

/** A platform that breaks one statement of the specification and is right in everything else. */
export interface Mutant {
  /** Unique; in kebab case. */
  readonly id: string
  /** The mistake of a team, in one sentence. */
  readonly says: string
  /** Requirements that it breaks: each of them has to fail. */
  readonly kills: readonly [string, ...string[]]
  readonly change: BehaviourChange
  /** Further options for the start of its sandbox. */
  readonly options?: Pick<EmbeddedOptions, 'https' | 'minTlsVersion' | 'webhooksOnHttps' | 'plainToo'>
  /** Changes to its known-good submission; null removes a field. */
  readonly knownGood?: Readonly<Record<string, unknown>>
}

/** The traces of a mutant in the proof, as `npm run proof -- --record` wrote them (`test-data/sightings.json`). */
export interface Sighting {
  /**
   * Further requirements that may rightly fail: the same answer breaks them, too, or they need a right answer first. `*` stands
   * for any run of characters.
   */
  readonly also?: readonly string[]
  /** Scenarios that show it, where others than those with a claim of its `kills` do, or fewer are enough. */
  readonly seenIn?: readonly string[]
  /** The fewest cases of scenarios that together show all of its `kills`: `journeys/combined#17`. Another seed may need others. */
  readonly shownBy?: readonly string[]
}

/** A mutant with what is recorded of it: nothing for a new one. */
export type SightedMutant = Mutant & Sighting

/** The options with which `startEmbedded` serves a mutant; starts nothing. */
export function optionsOf({ change, options = {} }: Mutant): EmbeddedOptions {
  return { ...options, behaviour: behaviourOf(change) }
}

/** The name of a field inside ids: `insured_location.address_state` becomes `insured-location-address-state`. */
export function kebabOf(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[._]/g, '-')
    .toLowerCase()
}
