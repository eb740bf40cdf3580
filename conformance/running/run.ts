import { ReadableStream } from 'node:stream/web'
import type { Obstacle, RunEnd, RunEvent, ScenarioFinished, StoredDrive } from '../events.ts'
import type { Target } from '../ports/target.ts'
import type { Arrival } from '../ports/webhooks.ts'
import type { Side } from '../requirement.ts'
import type { Plan, PlannedScenario } from '../selection/plan.ts'
import { storeTrace } from '../trace.ts'
import { driveScenario } from './drive.ts'
import { enough, type Stop } from './enough.ts'
import { type Drive, judgeScenario } from './judge.ts'
import { inOrder } from './order.ts'
import { redactedJudgement } from './redacted.ts'
import { type ScheduleLimits, schedule } from './schedule.ts'
import { viewsOf } from './views.ts'
import { atAbort, watch } from './watch.ts'

export interface PlanRunOptions<P, C, S> {
  /** Name and version of the suite, for the report. */
  readonly suite: { readonly name: string; readonly version: string }
  readonly kind: Side
  readonly plan: Plan<C, S>
  readonly target: Target<P>
  readonly spec: S
  context(ports: P, spec: S): C
  readonly seed: number
  /** Milliseconds since the epoch. */
  now(): number
  /** Interrupts the run: no new scenario starts, and running ones are given up after `graceMs`. */
  readonly signal?: AbortSignal
  readonly graceMs?: number
  readonly limits?: Partial<ScheduleLimits>
  /** Ids of scenarios, those first that are likely to show a failure; absent: they start as the plan has them. */
  readonly order?: readonly string[]
  /** Scenarios that an earlier part of this run drove, by id: they are reported again and not driven. */
  readonly done?: ReadonlyMap<string, ScenarioFinished>
  /** Ends the run after some causes of failures; absent: it goes on to its end. */
  readonly stop?: Stop
  /** Checks before any scenario is driven that the target can be judged; returns the obstacle if there is one. */
  ready?(): Promise<Obstacle | undefined>
}

/** Many at once, because most scenarios wait most of the time. The target's client limits how many requests go out at once. */
const defaultLimits: ScheduleLimits = { shared: 32, exclusive: 4 }

/**
 * Runs a plan and reports its progress as a stream of events. It prints and writes nothing, and never throws because of the
 * target or the suite. The last event is always `run-finished`. A consumer that leaves the stream interrupts the run.
 */
export function runPlan<P, C, S>(options: PlanRunOptions<P, C, S>): AsyncIterable<RunEvent> {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, ...(options.signal === undefined ? [] : [options.signal])])
  return new ReadableStream<RunEvent>({
    async start(controller) {
      // Not awaited: a stream delivers nothing before `start` has returned.
      void perform(options, signal, (event) => {
        if (!left.signal.aborted) controller.enqueue(event)
      }).then(
        () => left.signal.aborted || controller.close(),
        (error: unknown) => controller.error(error),
      )
    },
    cancel: () => left.abort(),
  })
}

async function perform<P, C, S>(
  options: PlanRunOptions<P, C, S>,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<void> {
  const { plan, target, spec } = options
  const redact = (text: string) => target.redact(text)
  const tables = plan.views?.tables(spec, target.facts)
  emit({
    type: 'run-started',
    suite: options.suite,
    kind: options.kind,
    target: target.facts,
    seed: options.seed,
    at: iso(options.now()),
    requirements: plan.requirements,
    scenarios: plan.scenarios.length,
    filtered: plan.filtered,
    selected: plan.selected,
    ...(plan.shard === undefined ? {} : { shard: plan.shard }),
    ...(tables === undefined ? {} : { tables }),
  })

  const faults: string[] = []
  const reported = new Set<string>()
  const seen = enough(options.stop, plan.requirements)
  const guard = watch({
    signal,
    enough: seen.why,
    graceMs: options.graceMs ?? 2000,
    lost: () => target.obstacle?.()?.why ?? target.lost(),
  })

  const performOne = async ({ planned }: { planned: PlannedScenario<C, S> }) => {
    const { id, title } = planned.scenario
    emit({ type: 'scenario-started', scenario: id, title })
    const before = options.done?.get(id)
    if (before !== undefined) {
      seen.add(id, before.checks)
      emit(before)
      return
    }
    const began = performance.now()
    const { drive, exchanges, arrivals, until, counterexamples, coverage, fault } = await driveScenario(
      planned,
      {
        ...options,
        judged: plan.judged,
        givenUp: guard.givenUp,
        waiting: (scenario, what, forMs) =>
          emit({ type: 'scenario-waiting', scenario, what, until: iso(options.now() + forMs) }),
      },
    )
    const judgement = judgeScenario(planned, drive, {
      ...{ plan, spec, reported },
      ledger: { exchanges, arrivals, ...(until && { until }), target: target.facts },
    })
    seen.add(id, judgement.checks)
    faults.push(...[...(fault === undefined ? [] : [fault]), ...judgement.faults].map(redact))
    const show = (arrival: Arrival) =>
      target.shown({ exchanges: [], arrivals: [arrival] }).arrivals[0] ?? arrival
    const said = redactedJudgement(
      {
        ...{ checks: judgement.checks, counterexamples, ...(coverage && { coverage }) },
        ...storedDrive(drive, arrivals, show),
      },
      redact,
    )
    const evidence = target.shown({ exchanges, arrivals })
    const durationMs = Math.round(performance.now() - began)
    emit({
      type: 'scenario-finished',
      scenario: id,
      title,
      durationMs,
      ...evidence,
      ...(until && { until }),
      ...said,
      ...viewsOf(plan.views, { spec, tables, ...evidence }),
    })
  }

  const { order } = options
  const items = inOrder(
    plan.scenarios.map((planned) => {
      const { id, exclusive = false } = planned.scenario
      return { id, exclusive, planned }
    }),
    order ?? [],
    target.isolates,
  )
  // On one target exclusive ones move the clock, the last by a month. Only a run that ends early may change their order.
  const mayComeNext = (exclusive: boolean) => !exclusive || target.isolates || options.stop !== undefined
  const limits = { ...defaultLimits, ...options.limits }
  const sharing = target.sharing === undefined ? {} : { sharing: target.sharing }
  let lost: string | undefined
  let obstacle: Obstacle | undefined
  const givenUp = atAbort(guard.givenUp, () => undefined)
  try {
    obstacle = await Promise.race([options.ready?.(), givenUp.promise])
    if (obstacle === undefined)
      await schedule(
        items,
        {
          ...{ isolates: target.isolates, limits, ...sharing, stopped: guard.stopped },
          widens: order !== undefined,
          isFirst: ({ id, exclusive }) => mayComeNext(exclusive) && seen.needs(id),
        },
        performOne,
      )
    lost = guard.lost()
    obstacle ??= target.obstacle?.()
  } finally {
    givenUp.forget()
    guard.settle()
  }
  const end = endOf({ signal, obstacle, lost, misread: target.misread?.(), faults, enough: seen.why() })
  const shown = end.how === 'completed' ? end : { ...end, why: redact(end.why) }
  emit({ type: 'run-finished', at: iso(options.now()), end: shown })
}

/** The drive as JSON. Empty where a trace holds values that JSON cannot express: it can then be judged only once. */
function storedDrive(
  drive: Drive,
  arrivals: readonly Arrival[],
  show: (arrival: Arrival) => Arrival,
): { readonly drive?: StoredDrive } {
  try {
    return { drive: 'trace' in drive ? { trace: storeTrace(drive.trace, arrivals, show) } : drive }
  } catch (error) {
    if (error instanceof TypeError) return {}
    throw error
  }
}

interface Ending {
  readonly signal: AbortSignal
  readonly obstacle: Obstacle | undefined
  readonly lost: string | undefined
  readonly misread: string | undefined
  readonly faults: readonly string[]
  readonly enough: string | undefined
}

/** The end of a run, named after the earliest cause: later causes may follow from it. */
function endOf({ signal, obstacle, lost, misread, faults, enough }: Ending): RunEnd {
  if (signal.aborted) return { how: 'interrupted', why: whyOf(signal), cause: 'suite' }
  if (obstacle !== undefined) return { how: 'broken', ...obstacle }
  if (lost !== undefined) return { how: 'target-lost', why: lost, cause: 'target' }
  if (misread !== undefined) return { how: 'broken', why: misread, cause: 'profile' }
  const [first, ...more] = faults
  if (first === undefined)
    return enough === undefined ? { how: 'completed' } : { how: 'stopped', why: enough, cause: 'target' }
  const rest = more.length === 0 ? '' : ` (and ${more.length} more of the kind)`
  return { how: 'broken', why: `the suite itself failed: ${first}${rest}`, cause: 'suite' }
}

function whyOf(signal: AbortSignal): string {
  return typeof signal.reason === 'string' ? signal.reason : 'its signal was aborted'
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
