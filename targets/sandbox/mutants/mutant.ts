import { type BehaviourChange, behaviourOf } from '../behaviour.ts'
import type { SandboxOptions } from '../index.ts'

/** A platform that breaks one statement of the specification and is right in everything else. */
export interface Mutant {
  /** Unique; in kebab case. */
  readonly id: string
  /** The mistake of a team, in one sentence. */
  readonly says: string
  /** Requirements whose breach this is: each of them has to see it. */
  readonly kills: readonly [string, ...string[]]
  /**
   * Further requirements that may rightly see it. The same answer breaks them as well, or cannot come about
   * otherwise. `*` stands for any run of characters.
   */
  readonly also?: readonly string[]
  /** Scenarios in which it shows, where the claims of `kills` speak of every exchange. Default: those that have a claim. */
  readonly seenIn?: readonly string[]
  readonly change: BehaviourChange
  /** Further options that its sandbox is started with. */
  readonly options?: Pick<SandboxOptions, 'https' | 'minTlsVersion' | 'webhooksOnHttps' | 'plainToo'>
  /** Changes to its known-good submission; null removes a field. */
  readonly knownGood?: Readonly<Record<string, unknown>>
}

/** Starts nothing: the options with which `startSandbox` serves a mutant. */
export function optionsOf({ change, options = {} }: Mutant): SandboxOptions {
  return { ...options, behaviour: behaviourOf(change) }
}

/** The name of a field as it stands in ids: `insured_location.address_state` is `insured-location-address-state`. */
export function kebab(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[._]/g, '-')
    .toLowerCase()
}
