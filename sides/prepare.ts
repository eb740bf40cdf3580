import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import type { Environment } from '../conformance/environment.ts'
import type { RunEvent, ScenarioFinished } from '../conformance/events.ts'
import type { Outlook } from '../conformance/outlook.ts'
import type { AddressKeeper } from '../conformance/ports/kept-address.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { UndoEvent } from '../conformance/ports/undo.ts'
import type { Requirement } from '../conformance/requirement.ts'
import type { Stop } from '../conformance/running/enough.ts'
import { cleanedEvent } from '../conformance/running/redacted.ts'
import type { Scenario } from '../conformance/scenario.ts'
import { outlookOf } from '../conformance/selection/outlook.ts'
import { plan, requirementsAskedFor } from '../conformance/selection/plan.ts'
import { requiredBy } from '../conformance/selection/required.ts'
import { checkSelection, type Selection } from '../conformance/selection/selection.ts'
import type { Shard } from '../conformance/selection/shard.ts'
import { sides } from './index.ts'
import { judging } from './judging.ts'
import type { AnySide, Discovered, TargetOptions } from './side.ts'
import { describeTarget } from './target.ts'

/** Longer than a target needs to undo what the run made on it. */
const CLOSE_MS = 15_000
/** Node ends timers that are longer than this at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Everything that a command line says about a run, besides the options of its side. */
export interface RunRequest extends TargetOptions {
  /** Name and version of the tool, for the report. */
  readonly suite: { readonly name: string; readonly version: string }
  readonly only: readonly string[]
  readonly scenario: readonly string[]
  /** Patterns of requirements that the run must exercise. */
  readonly require?: readonly string[]
  readonly stop?: Stop
  /** Scenarios that an earlier part of the run has driven. */
  readonly done?: ReadonlyMap<string, ScenarioFinished>
  readonly seed: number
  readonly shard?: Shard
  readonly allowWrites?: boolean
}

export interface PreparedRun {
  /** Canaries: fake credentials that the run sends out. No file that it writes may hold one. */
  readonly canaries: readonly string[]
  /** The key of the profile whose program, written by the party that is judged, the run starts. */
  readonly program?: string
  /** A text to print before anything is sent. */
  readonly notice?: string
  /** Every scenario of the suite, whatever is selected. */
  readonly scenarios: readonly Pick<Scenario<unknown, unknown>, 'id' | 'title' | 'room'>[]
  /** Ids of the requirements that the run must exercise; absent where none were named. */
  readonly required?: readonly string[]
  /** Every requirement that the run gives a verdict on. */
  readonly requirements: readonly Requirement[]
  /**
   * Finds out, before the run, what the profile leaves out. Returns the text to print and the block for the profile; undefined
   * where discovery was not requested.
   */
  discover(
    signal: AbortSignal,
    notify?: (line: string) => void,
  ): Promise<Pick<Discovered<unknown>, 'summary' | 'block'> | undefined>
  /** An event without secrets that became known later in the run; the same object where nothing changes. */
  cleaned(event: RunEvent): RunEvent
  /** A text to print once the target is open, which is before the first event. */
  welcome(): string | undefined
  /** A remark on how the run went; to be read after the run. */
  remark(): string | undefined
  /** Says what a run would do. Opens the target for that and closes it again, without sending anything. */
  outlook(): Promise<Outlook>
  /**
   * Opens the target, judges it and closes it again.
   *
   * @param journal receives everything that must be undone on the target
   * @param addresses keeps the address of a run that people drive
   */
  start(
    signal: AbortSignal,
    journal?: (event: UndoEvent) => void,
    addresses?: AddressKeeper,
  ): AsyncIterable<RunEvent>
}

/**
 * Checks everything in a command line before anything is sent or written.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY, PROFILE_INVALID
 */
export async function prepareRun(
  side: AnySide,
  request: RunRequest,
  { env, now }: { readonly env: Environment; now(): number },
): Promise<PreparedRun> {
  const { spec, described: given } = await describeTarget(side, request, env)
  const suite = side.suite(spec)
  const allowWrites = request.allowWrites ?? false
  const selection: Selection = {
    only: request.only,
    scenarios: given.scenarios ?? request.scenario,
    allowWrites,
    ...(request.shard === undefined ? {} : { shard: request.shard }),
  }
  const commandOf = (name: string) => sides.find((one) => one.name === name)?.command.join(' ')
  const known = {
    requirements: spec.requirements.filter((requirement) => requirement.side === side.name),
    scenarios: suite.scenarios,
    elsewhere: spec.requirements
      .filter((requirement) => requirement.side !== side.name)
      .map(({ id, clause, side: other }) => ({ id, clause, command: commandOf(other) ?? other })),
  }
  checkSelection(selection, known)
  const judged = requirementsAskedFor({ side: side.name, rules: spec }, { only: [] })
  const required = request.require && requiredBy(request.require, { ...known, judged })
  const opening = { seed: request.seed, spec, now }
  const notice = side.notice?.(given)
  const program = side.startsProgram?.(given)
  let described = given
  let opened: Target<unknown> | undefined
  return {
    welcome: () => (opened === undefined ? undefined : side.welcome?.(opened)),
    remark: () => (opened === undefined ? undefined : side.remark?.(opened)),
    cleaned: (event) => (opened === undefined ? event : cleanedEvent(event, opened)),
    canaries: side.canaries?.(request.seed) ?? [],
    ...(notice === undefined ? {} : { notice }),
    ...(program === undefined ? {} : { program }),
    scenarios: suite.scenarios,
    ...(required === undefined ? {} : { required }),
    requirements: requirementsAskedFor({ side: side.name, rules: spec }, selection),
    async discover(signal, notify) {
      const found = await side.discover?.(described, {
        ...opening,
        allowWrites,
        signal,
        ...(notify && { notify }),
      })
      described = found?.described ?? described
      return found
    },
    async outlook() {
      const target = await side.open(described, opening)
      try {
        return outlookOf(plan({ side: side.name, rules: spec, suite, selection, target }), target)
      } finally {
        await target.close()
      }
    },
    async *start(signal, journal, addresses) {
      const longest = side.longest?.(described)
      const bound = longest === undefined ? undefined : boundOf(longest)
      const ended = bound === undefined ? signal : AbortSignal.any([signal, bound.signal])
      const kept = { ...(journal && { journal }), ...(addresses && { addresses }) }
      const target = await side.open(described, { ...opening, ...kept })
      opened = target
      try {
        const events = judging(side, {
          ...{ target, suite, selection, tool: request.suite, ...opening, signal: ended },
          ...(request.stop && { stop: request.stop }),
          ...(request.done && { done: request.done }),
        })
        for await (const event of events) {
          side.heard?.(target, event)
          yield event
        }
      } finally {
        bound?.[Symbol.dispose]()
        // A hanging connection must not keep a finished run from its report.
        await Promise.race([target.close(), setTimeout(CLOSE_MS, undefined, { ref: false })])
      }
    },
  }
}

/** Makes a signal that aborts, with the reason, when a run has used its longest allowed time. */
function boundOf(longestMs: number) {
  const controller = new AbortController()
  const why = `after ${longestMs / 60_000} min, the longest that it may take (timing.run)`
  const timer = startTimer(() => controller.abort(why), Math.min(longestMs, LONGEST_TIMER_MS))
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}
