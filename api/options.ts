import { usageError } from '../conformance/errors.ts'
import type { RunEvent } from '../conformance/events.ts'
import { didYouMean } from '../conformance/suggestion.ts'

/** How a target is judged from a program; the names are those of the command line. */
export interface JudgeOptions {
  /**
   * File of a profile, or the profile itself; default the embedded sandbox. Its keys say which side of the contract it is. File names
   * inside a profile that is no file must be absolute.
   */
  readonly target?: string | Readonly<Record<string, unknown>>
  /** Values for `${NAME}` in a profile; default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Version of the changelog to judge by; default that of the profile, else the newest. */
  readonly apiVersion?: string
  /** Requirement ids or clauses, `*` matches anything; default all. */
  readonly only?: readonly string[]
  /** Ids of scenarios, `*` matches anything; default all. */
  readonly scenario?: readonly string[]
  /** A whole number from 0 to 4294967295: what is generated follows from it. Default random. */
  readonly seed?: number
  /** Cases for each property. */
  readonly runs?: number
  /** Ways in which the embedded sandbox differs, by their ids; only without `target`. */
  readonly variant?: readonly string[]
  /** Id of a defect that the embedded sandbox shows; only without `target`. */
  readonly mutant?: string
  /** Most requests a second to a platform. */
  readonly rate?: number
  /** Writes in production too. */
  readonly allowWrites?: boolean
  /** Interrupts the run: nothing new starts, and the report is incomplete. */
  readonly signal?: AbortSignal
}

export interface RunOptions extends JudgeOptions {
  /** Folder for all that a run of the command line leaves; default none. */
  readonly out?: string
  /** Is told of each event when it happens. */
  readonly onEvent?: (event: RunEvent) => void
}

/** Every name of an option. */
const NAMES: Readonly<Record<keyof RunOptions, true>> = {
  target: true,
  env: true,
  apiVersion: true,
  only: true,
  scenario: true,
  seed: true,
  runs: true,
  variant: true,
  mutant: true,
  rate: true,
  allowWrites: true,
  signal: true,
  out: true,
  onEvent: true,
}

/**
 * Refuses names that are no options: a misspelt `only` would judge everything.
 *
 * @throws ConformanceError USAGE
 */
export function refuseUnknown(options: RunOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name))
  if (unknown === undefined) return
  const names = Object.keys(NAMES)
  throw usageError(
    `the option ${unknown} is unknown: it should be one of ${names.join(', ')}`,
    didYouMean(unknown, names),
  )
}
