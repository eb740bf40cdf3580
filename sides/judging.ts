import type { PlannedRequirement, RunEvent, ScenarioFinished } from '../conformance/events.ts'
import { type Explanations, withExplanations } from '../conformance/explained.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Stop } from '../conformance/running/enough.ts'
import { runPlan } from '../conformance/running/run.ts'
import type { Suite } from '../conformance/scenario.ts'
import { type Plan, plan } from '../conformance/selection/plan.ts'
import type { Selection } from '../conformance/selection/selection.ts'
import type { Spec } from '../spec/index.ts'
import type { Described, SideOf } from './side.ts'

/** Everything that a run needs besides the side that it judges. */
export interface Judging<C, T> {
  readonly target: T
  readonly spec: Spec
  /** Default: the whole suite of the side. */
  readonly suite?: Suite<C, Spec>
  readonly selection: Selection
  /** Name and version of the tool, for the report. */
  readonly tool: { readonly name: string; readonly version: string }
  readonly seed: number
  /** Milliseconds since the epoch. */
  now(): number
  readonly signal?: AbortSignal
  readonly stop?: Stop
  readonly done?: ReadonlyMap<string, ScenarioFinished>
  /** Skips the check that the target can be judged: the caller has just started the target itself. */
  readonly trusted?: boolean
}

/** Judges an open target of a side. Every front and every test uses this function. */
export async function* judging<O, D extends Described, P, C, T extends Target<P>>(
  side: SideOf<O, D, P, C, T>,
  {
    target,
    spec,
    suite = side.suite(spec),
    selection,
    tool,
    seed,
    now,
    signal,
    stop,
    done,
    trusted,
  }: Judging<C, T>,
): AsyncGenerator<RunEvent> {
  const planned = plan({ side: side.name, rules: spec, suite, selection, target })
  const order = await side.order?.()
  const writes = planned.scenarios.some(({ scenario }) => scenario.readOnly !== true)
  yield* runPlan({
    suite: tool,
    kind: side.name,
    plan: withExplained(withCatches(planned, await side.catches?.()), await side.explanations?.()),
    target,
    spec,
    context: (ports: P, of: Spec) => side.context(ports, of),
    seed,
    now,
    ...(signal === undefined ? {} : { signal }),
    ...(stop === undefined ? {} : { stop }),
    ...(done === undefined ? {} : { done }),
    ...(order === undefined ? {} : { order }),
    ...(side.limits === undefined ? {} : { limits: side.limits }),
    ...(trusted === true ? {} : { ready: () => side.ready(target, { writes }) }),
  })
}

/** Adds to each requirement the mistakes that it is known to catch. */
function withCatches<P extends { readonly requirements: readonly PlannedRequirement[] }>(
  planned: P,
  catchesOf: (requirement: string) => readonly string[] = () => [],
): P {
  const requirements = planned.requirements.map((one) => {
    const catches = catchesOf(one.id)
    return catches.length === 0 ? one : { ...one, catches }
  })
  return { ...planned, requirements }
}

/** Adds to each requirement the scenarios that may show what explains its failure. */
function withExplained<C, S>(
  planned: Plan<C, S>,
  explanationsOf: ((ids: readonly string[]) => Explanations) | undefined,
): Plan<C, S> {
  if (explanationsOf === undefined) return planned
  const { requirements, scenarios } = planned
  const judging = scenarios.flatMap(({ scenario: { id, shows = [] }, claims, unmet }) => {
    const own = [...claims.map(({ requirement }) => requirement), ...shows]
    return unmet === undefined ? [{ scenario: id, requirements: own }] : []
  })
  const explanations = explanationsOf(requirements.map(({ id }) => id))
  return { ...planned, requirements: withExplanations(requirements, judging, explanations) }
}
