import type { Environment } from '../conformance/environment.ts'
import type { Obstacle, RunEvent } from '../conformance/events.ts'
import type { Explanations } from '../conformance/explained.ts'
import type { AddressKeeper } from '../conformance/ports/kept-address.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Undo, UndoEvent, UndoResult } from '../conformance/ports/undo.ts'
import type { InventoryItem, PreflightCheck } from '../conformance/preflight.ts'
import type { Side } from '../conformance/requirement.ts'
import type { ScheduleLimits } from '../conformance/running/schedule.ts'
import type { Suite } from '../conformance/scenario.ts'
import type { Spec } from '../spec/index.ts'

/** The target that a command line names, and the version to judge it by. */
export interface TargetOptions {
  readonly target?: string
  readonly apiVersion?: string
}

/** A target as command line and profile describe it; each side adds its own fields. */
export interface Described {
  /** The version that the profile names. */
  readonly apiVersion?: string
  /** The only scenarios to drive; absent: the selected ones. */
  readonly scenarios?: readonly string[]
}

/** The settings for opening a target. */
export interface OpeningSettings {
  readonly seed: number
  readonly spec: Spec
  /** Milliseconds since the epoch. */
  now(): number
  /** Receives everything that must be undone on the target, when it is made and when it is undone. */
  readonly journal?: (event: UndoEvent) => void
  /** Keeps the address of a run that people drive. */
  readonly addresses?: AddressKeeper
}

/** A description, completed by what the side found out before the run. */
export interface Discovered<D> {
  /** The description, including what was found. */
  readonly described: D
  /** A text to print. */
  readonly summary: string
  /** The part of a profile that was found out, as YAML; absent where nothing was found. */
  readonly block?: string
}

/**
 * Makes one side of the contract judgeable. `O` are the options of its command, `D` is the description made of them. `P` are
 * the ports of its targets, `C` is the context of its scenarios.
 */
export interface SideOf<O, D extends Described, P, C, T extends Target<P>> {
  readonly name: Side
  /** The suite of all scenarios and claims that judge the side. */
  suite(spec: Spec): Suite<C, Spec>
  context(ports: P, spec: Spec): C
  /** How many scenarios run at once; by default the limits of its schedule. */
  readonly limits?: Partial<ScheduleLimits>
  /**
   * Reads and checks the profile and the options. Sends nothing.
   *
   * @throws ConformanceError PROFILE_INVALID, USAGE
   */
  describe(options: O & TargetOptions, env: Environment): Promise<D>
  /** The key of the profile whose program, written by the party that is judged, a run starts; undefined where it starts none. */
  startsProgram?(described: D): string | undefined
  /** A text to print before anything is sent. */
  notice?(described: D): string | undefined
  /** Milliseconds after which a run is ended; undefined where nothing could delay it. */
  longest?(described: D): number | undefined
  /** The optional keys of a profile, and which of them it has; empty where everything is offered. */
  inventory(described: D): readonly InventoryItem[]
  /** A text to print when the target is open, before anything is driven. */
  welcome?(target: T): string | undefined
  /** Receives every event of a run, before anybody else. */
  heard?(target: T, event: RunEvent): void
  /** Remarks on how a run went, read after it is over. */
  remark?(target: T): string | undefined
  open(described: D, opening: OpeningSettings): Promise<T>
  /** Checks that the target can be judged at all. `writes` says whether the run changes anything on it. */
  ready(target: T, run: { readonly writes: boolean }): Promise<Obstacle | undefined>
  /** Undoes what an earlier run left on the target. */
  clean?(target: T, undos: readonly Undo[]): Promise<readonly UndoResult[]>
  /** Checks everything that the profile names. */
  doctor(target: T, described: D, spec: Spec): Promise<readonly PreflightCheck[]>
  /** Canaries, made from the seed: fake credentials that a run sends out. No file that it writes may hold one. */
  canaries?(seed: number): readonly string[]
  /** Finds the mistakes that a requirement is known to catch, one sentence each. */
  catches?(): Promise<(requirement: string) => readonly string[]>
  /** Finds the known mistakes of which the failure of a requirement is only a consequence, given the ids of all requirements. */
  explanations?(): Promise<(ids: readonly string[]) => Explanations>
  /** The order in which scenarios start, by id; those that it lacks come last. Absent: as they stand in the suite. */
  order?(): Promise<readonly string[]>
  /** Finds out what the profile leaves out; undefined where discovery was not requested. */
  discover?(
    described: D,
    opening: OpeningSettings & {
      readonly allowWrites: boolean
      readonly signal: AbortSignal
      /** Receives a line of progress from time to time. */
      notify?(line: string): void
    },
  ): Promise<Discovered<D> | undefined>
}

/** A side without its type parameters, so that all sides fit into one list. */
export type AnySide = SideOf<object, Described, unknown, unknown, Target<unknown>>

/** An option of a side's own command. */
export interface SideOption {
  /** The option as it is typed: `--rate <n>`. */
  readonly flags: string
  readonly description: string
  readonly value: 'flag' | 'text' | 'list' | 'count' | 'rate'
  /** True where the option decides what is sent. A command that judges the same target again must repeat it. */
  readonly decides: boolean
  /** True where the option asks the target before the run, so that a dry run cannot have it. */
  readonly asks?: true
}

/** A side as the command line knows it. The modules that judge are loaded when they are needed. */
export interface SideEntry {
  readonly name: Side
  /** The key that only profiles of this side have, and all of them have. */
  readonly profileKey?: string
  /** The words of its command: `run`, or `certify` and a name. */
  readonly command: readonly [string] | readonly ['certify', string]
  readonly description: string
  /** The meaning of `--target`. Without a profile some sides judge a target that they start themselves. */
  readonly target: { readonly description: string; readonly required: boolean }
  readonly options: readonly SideOption[]
  /** Starts slow preparations while modules are still loading. It does no harm if they turn out not to be needed. */
  begin?(options: TargetOptions): Promise<void>
  load(): Promise<AnySide>
}
