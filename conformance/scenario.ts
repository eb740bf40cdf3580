import type { Exchange } from './exchange.ts'
import type { Need } from './need.ts'
import type { TargetFacts } from './ports/target.ts'
import type { Arrival } from './ports/webhooks.ts'
import type { Verdict } from './verdict.ts'
import type { ScenarioViews, ViewTables } from './views.ts'

/** Facts that every claim may read beside its scenario's trace. */
export interface Facts<S> {
  readonly spec: S
  readonly exchanges: readonly Exchange[]
  /** Everything that arrived at the suite's receiver for the scenario; absent where there is none. */
  readonly arrivals?: readonly Arrival[]
}

/** A pure judgement of a trace for exactly one requirement. */
export interface Claim<T, S> {
  readonly requirement: string
  /** Tells claims of one requirement in one scenario apart. */
  readonly name?: string
  /** Needs beyond those of its scenario, which is driven without them too. Its trace then tells the claim nothing. */
  readonly needs?: readonly Need[]
  judge(trace: T, facts: Facts<S>): Verdict
}

export interface ScenarioDefinition<C, S, T> {
  /** Room and name: `bind/ready-quote`. */
  readonly id: string
  /** A fact, linted: no "should", no full stop. */
  readonly title: string
  readonly needs?: readonly Need[]
  /** Moves the clock, holds work back or changes credentials: nothing else may run on the same target meanwhile. */
  readonly alone?: boolean
  /** Its cases are drawn by the seed and not written down: another seed may show something else. */
  readonly drawn?: boolean
  /**
   * Requirements whose standing claims do not judge this scenario: it causes their breach itself, or sends what they cannot
   * judge by.
   */
  readonly exempt?: readonly string[]
  /** Sends only requests that change nothing, so that it may run in production. */
  readonly readOnly?: boolean
  /** @param judged ids of the requirements that this run judges, so that long work that none of them needs can be left out */
  drive(context: C, judged: ReadonlySet<string>): Promise<T>
  readonly claims: readonly Claim<T, S>[]
}

/** A scenario whose trace type is sealed, so that scenarios of all kinds fit one list. */
export interface Scenario<C, S> extends Omit<ScenarioDefinition<C, S, unknown>, 'claims'> {
  /** The part of its id before its name. */
  readonly room: string
  readonly claims: readonly Claim<unknown, S>[]
}

/** Seals a definition. The trace type is checked inside the definition and forgotten outside. */
export function defineScenario<C, S, T>(definition: ScenarioDefinition<C, S, T>): Scenario<C, S> {
  const [room = definition.id] = definition.id.split('/', 1)
  return { ...definition, room } as Scenario<C, S>
}

/**
 * A claim about every exchange or delivery of every scenario. So a statement about all of them is judged in states that no
 * scenario was written for. Returns undefined when none of them concerns the claim.
 */
export interface StandingClaim<S> {
  readonly requirement: string
  /**
   * Ids of scenarios that are enough where only this is asked for: of what an observation records, and of what repeats itself, as
   * tokens and deliveries do. Absent where every scenario counts.
   */
  readonly shownIn?: readonly string[]
  /** Needs without which no scenario shows anything that concerns it. */
  readonly needs?: readonly Need[]
  judge(facts: Facts<S>): Verdict | undefined
}

/** Makes the data that reports draw, with the functions that the claims use, so that a page never disagrees with a verdict. */
export interface SuiteViews<S> {
  /** Tables of the specification, as they hold for one target. */
  tables(spec: S, target: TargetFacts): ViewTables
  /** Facts that one scenario showed. */
  seen(evidence: ViewEvidence<S>): ScenarioViews
}

/** Everything that a view is made from; all of it can be read back from `results.jsonl`. */
export interface ViewEvidence<S> {
  readonly spec: S
  readonly tables: ViewTables
  readonly exchanges: readonly Exchange[]
  readonly arrivals: readonly Arrival[]
}

/** Everything that judges one side of the contract. */
export interface Suite<C, S> {
  readonly views?: SuiteViews<S>
  readonly scenarios: readonly Scenario<C, S>[]
  readonly standing: readonly StandingClaim<S>[]
}
