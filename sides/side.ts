import type { Obstacle } from '../conformance/events.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Undo, UndoEvent } from '../conformance/ports/undo.ts'
import type { InventoryItem, PreflightCheck } from '../conformance/preflight.ts'
import type { Side as SideName } from '../conformance/requirement.ts'
import type { Suite } from '../conformance/scenario.ts'
import type { Limits } from '../runner/index.ts'
import type { Spec } from '../spec/index.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The target that a command line names, and the version to judge it by. */
export interface TargetOptions {
  readonly target?: string
  readonly apiVersion?: string
}

/** A target as command line and profile describe it; each side adds its own. */
export interface Described {
  /** The version that the profile names. */
  readonly apiVersion?: string
  /** The only scenarios to drive; absent: those that are selected. */
  readonly scenarios?: readonly string[]
}

/** How a target is opened. */
export interface Opening {
  readonly seed: number
  readonly spec: Spec
  /** Milliseconds since the epoch. */
  now(): number
  /** Is told of everything that is to be undone on the target, as soon as it is made and undone. */
  readonly journal?: (event: UndoEvent) => void
}

/** A description with whatever a side found out before it judges. */
export interface Discovered<D> {
  /** The description, with what was found in it. */
  readonly described: D
  /** To be printed. */
  readonly summary: string
  /** The part of a profile that was found out, as YAML; absent where nothing was. */
  readonly block?: string
}

/**
 * Makes one side of the contract judgeable. `O` are the options of its command, `D` is the description made of them. `P` are
 * the ports of its targets, `C` is the context of its scenarios.
 */
export interface SideOf<O, D extends Described, P, C, T extends Target<P>> {
  readonly name: SideName
  /** Everything that judges it. */
  suite(spec: Spec): Suite<C, Spec>
  context(ports: P, spec: Spec): C
  /** How many scenarios run at once; default those of the runner. */
  readonly limits?: Partial<Limits>
  /**
   * Reads and checks the profile and the options. Sends nothing.
   *
   * @throws ConformanceError PROFILE_INVALID, USAGE
   */
  describe(options: O & TargetOptions, env: Environment): Promise<D>
  /** A text to be printed before anything is sent. */
  notice?(described: D): string | undefined
  /** Milliseconds after which a run is ended; undefined where nothing could hold it up. */
  longest?(described: D): number | undefined
  /** The keys of a profile beyond the required; empty where everything is offered. */
  inventory(described: D): readonly InventoryItem[]
  /** To be printed when the target is open, before anything is driven. */
  welcome?(target: T): string | undefined
  /** Remarks on how a run went, when it is over. */
  remark?(target: T): string | undefined
  open(described: D, opening: Opening): Promise<T>
  /** Looks whether the target can be judged at all; `writes` says whether the run changes anything on it. */
  ready(target: T, run: { readonly writes: boolean }): Promise<Obstacle | undefined>
  /** Undoes what an earlier run left on the target; returns what is done. */
  clean?(target: T, undos: readonly Undo[]): Promise<readonly Undo[]>
  /** Looks at everything that the profile names. */
  doctor(target: T, described: D): Promise<readonly PreflightCheck[]>
  /** Credentials of no use that a run sends out by its seed. Nothing that it writes may hold one. */
  canaries?(seed: number): readonly string[]
  /** Finds the mistakes that a requirement is known to catch, a sentence each. */
  catches?(): Promise<(requirement: string) => readonly string[]>
  /** Finds out what the profile leaves out; undefined where nobody asked for it. */
  discover?(
    described: D,
    opening: Opening & {
      readonly allowWrites: boolean
      readonly signal: AbortSignal
      /** Hears a line each time it has come further. */
      told?(line: string): void
    },
  ): Promise<Discovered<D> | undefined>
}

/** A side whose types are sealed, so that sides of all kinds fit one list. */
export type Side = SideOf<object, Described, unknown, unknown, Target<unknown>>

/** An option of a side's own command. */
export interface SideOption {
  /** As it is typed: `--rate <n>`. */
  readonly flags: string
  readonly description: string
  readonly value: 'flag' | 'text' | 'list' | 'count' | 'rate'
  /** It decides what is sent, so whoever judges the same again has to repeat it. */
  readonly decides: boolean
}

/** A side as the command line knows it. Its judging parts are loaded when they are needed. */
export interface SideEntry {
  readonly name: SideName
  /** The key that only profiles of this side have, and all of them. */
  readonly profileKey?: string
  /** The words of its command: `run`, or `certify` and a name. */
  readonly command: readonly [string] | readonly ['certify', string]
  readonly description: string
  /** The meaning of `--target`; without a profile some sides judge a target that they start themselves. */
  readonly target: { readonly description: string; readonly required: boolean }
  readonly options: readonly SideOption[]
  /** Begins, beside the loading, what takes a while to start. Nothing of it is in the way when it is not needed after all. */
  begin?(options: TargetOptions): Promise<void>
  load(): Promise<Side>
}
