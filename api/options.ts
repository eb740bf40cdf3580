import { usageError } from '../conformance/errors.ts'
import type { RunEvent } from '../conformance/events.ts'
import { didYouMean } from '../conformance/suggestion.ts'

/** Options for judging a target from a program. The names are those of the command line. */
export interface JudgeOptions {
  /**
   * File of a profile, or the profile itself; default the embedded sandbox. Its keys tell which side of the contract it belongs
   * to. A profile that is given as an object must use absolute file names.
   */
  readonly target?: string | Readonly<Record<string, unknown>>
  /** Values for `${NAME}` in a profile; default those of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Version of the changelog to judge by; default that of the profile, else the newest. */
  readonly apiVersion?: string
  /** Requirement ids or clauses, `*` matches anything; default all. */
  readonly only?: readonly string[]
  /** Ids of scenarios, `*` matches anything; default all. */
  readonly scenario?: readonly string[]
  /** A whole number from 0 to 4294967295, from which all generated values follow. Default random. */
  readonly seed?: number
  /** Number of cases for each property. */
  readonly runs?: number
  /** Ids of variants of the embedded sandbox; only without `target`. */
  readonly variant?: readonly string[]
  /** Id of a mutant: a defect that the embedded sandbox shows; only without `target`. */
  readonly mutant?: string
  /** Most requests a second to a platform. */
  readonly rate?: number
  /** Allows scenarios that write to run in production too. */
  readonly allowWrites?: boolean
  /** Interrupts the run: nothing new starts, and the report is incomplete. */
  readonly signal?: AbortSignal
}

export interface RunOptions extends JudgeOptions {
  /** Folder for all files that a run of the command line leaves; default none. */
  readonly out?: string
  /** Receives each event when it happens. */
  readonly onEvent?: (event: RunEvent) => void
}

/** Every option name. */
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
 * Refuses names that are no options: with a misspelt `only`, a run would judge everything. Refuses a text in the place of a list
 * too.
 *
 * @throws ConformanceError USAGE
 */
export function checkOptions(options: RunOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name))
  const names = Object.keys(NAMES)
  if (unknown !== undefined)
    throw usageError(
      `the option ${unknown} is unknown: it should be one of ${names.join(', ')}`,
      didYouMean(unknown, names),
    )
  for (const name of ['only', 'scenario', 'variant'] as const) {
    const value: unknown = options[name]
    const isRight = Array.isArray(value) && value.every((one) => typeof one === 'string')
    if (value !== undefined && !isRight) throw usageError(`the option ${name} must be an array of strings`)
  }
}
