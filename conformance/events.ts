import type { Exchange } from './exchange.ts'
import type { Counterexample, Coverage } from './generation.ts'
import type { LedgerEnd } from './ledger.ts'
import type { Obstacle } from './obstacle.ts'
import type { Outcome } from './outcome.ts'
import type { TargetFacts } from './ports/target.ts'
import type { Arrival } from './ports/webhooks.ts'
import type { Level, Side } from './requirement.ts'
import type { StoredTrace } from './trace.ts'
import type { Verdict } from './verdict.ts'
import type { ScenarioViews, ViewTables } from './views.ts'

export type { FailureCause, Obstacle } from './obstacle.ts'

/** One claim's verdict about one scenario. */
export interface CheckResult {
  readonly requirement: string
  /** The scenario's id, and the claim's name where a requirement has several claims in it. */
  readonly name: string
  readonly scenario: string
  /** Cases of the scenario, by their names, each of which shows the breach; absent where it takes the whole scenario. */
  readonly cases?: readonly string[]
  /** True for a standing claim, which checks every exchange. */
  readonly standing?: true
  readonly outcome: Outcome
  readonly verdict: Verdict
  readonly durationMs: number
  /** Ids of the exchanges that the verdict rests on; empty when it rests on all of its scenario. */
  readonly exchanges: readonly string[]
}

export interface PlannedRequirement {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  /** Marks of the readings that settle it: `R9`. */
  readonly readings?: readonly string[]
  /** The side that it is about, where a run judges several. */
  readonly side?: Side
  /** Ids of the requirements whose outcomes together are its own. */
  readonly judgedBy?: readonly string[]
  /** Why nothing of this run can judge it. */
  readonly reason?: string
  /** Kind of the reason. */
  readonly leftOutBy?: LeftOutBy
  /** Known mistakes of teams that it catches, a sentence each. */
  readonly catches?: readonly string[]
  /** Ids of the requirements that may explain its failure: known mistakes break those, and this one only follows. */
  readonly explainedBy?: readonly string[]
  /** Ids of the scenarios that may show what explains its failure. Until they have ended, the failure may be a consequence. */
  readonly explainedIn?: readonly string[]
}

/** The kind of reason why a requirement is not judged: a selection, the version, the suite, another shard, production. */
export type LeftOutBy = 'selection' | 'version' | 'suite' | 'shard' | 'production'

/** Result of driving a scenario: a trace, or the one verdict that stands for all of its claims. */
export type StoredDrive = { readonly trace: StoredTrace } | { readonly verdict: Verdict }

/** An event of a run, one line of `results.jsonl`. Every report is made from this stream alone. */
export type RunEvent =
  | {
      readonly type: 'run-started'
      readonly suite: { readonly name: string; readonly version: string }
      readonly kind: Side
      readonly target: TargetFacts
      readonly seed: number
      readonly at: string
      readonly requirements: readonly PlannedRequirement[]
      readonly scenarios: number
      /** True when `--only` or a shard left something out. */
      readonly filtered: boolean
      /**
       * The shard that this run is, and the digest of the plan that assigned its scenarios; absent for a whole run. Where
       * `selected` is false, nothing but the shard left something out.
       */
      readonly shard?: { readonly index: number; readonly count: number; readonly plan?: string }
      /** True when a selection left something out, whatever the shard. */
      readonly selected?: boolean
      /** Ids of requirements that were known to fail before the run began, and do not fail it. */
      readonly known?: readonly string[]
      /** Ids of requirements that the run must exercise, or else it fails. */
      readonly required?: readonly string[]
      /** Number of generated cases of each property, where the command line set it. */
      readonly cases?: number
      /** Traffic of others was recorded: it shows a part of what both sides do, so that there is no conformance. */
      readonly recorded?: true
      /** Version of the suite that drove the target, where a later version judged it. */
      readonly recordedBy?: string
      /** Pact files whose interactions are judged; absent where the requirements of the specification are judged. */
      readonly contracts?: readonly string[]
      /** Tables of the specification that a report draws, where the judged side has some. */
      readonly tables?: ViewTables
    }
  | { readonly type: 'scenario-started'; readonly scenario: string; readonly title: string }
  | {
      /** A scenario waits for something slow, on a target whose clock cannot be moved. */
      readonly type: 'scenario-waiting'
      readonly scenario: string
      readonly what: string
      /** The latest moment at which the scenario continues, in ISO 8601. */
      readonly until: string
    }
  | {
      readonly type: 'scenario-finished'
      readonly scenario: string
      readonly title: string
      readonly durationMs: number
      readonly exchanges: readonly Exchange[]
      /** Deliveries that arrived at the suite's receiver. */
      readonly arrivals: readonly Arrival[]
      /** The moment at which the scenario had ended: nothing later is recorded. */
      readonly until?: LedgerEnd
      readonly checks: readonly CheckResult[]
      /** Input of the claims, so that they can judge it again. */
      readonly drive?: StoredDrive
      /** Drawings of this scenario for a report, made by the suite itself. */
      readonly views?: ScenarioViews
      /** The smallest generated cases that showed a breach. */
      readonly counterexamples?: readonly Counterexample[]
      /** Which combinations of circumstances occurred, where the scenario covers them. */
      readonly coverage?: Coverage
    }
  | { readonly type: 'run-finished'; readonly at: string; readonly end: RunEnd }

/**
 * How a run came to its end. A run that was `stopped` has seen as many causes of failures as it was asked to see. Any other end
 * but `completed` makes its verdict `incomplete`.
 */
export type RunEnd =
  | { readonly how: 'completed' }
  | ({ readonly how: 'interrupted' | 'target-lost' | 'broken' | 'stopped' } & Obstacle)

/** The end of one scenario, with the verdicts of its claims. */
export type ScenarioFinished = Extract<RunEvent, { readonly type: 'scenario-finished' }>
