import { messageOf } from '../errors.ts'
import type { Exchange } from '../exchange.ts'
import type { Counterexample, Coverage } from '../generation.ts'
import type { LedgerEnd } from '../ledger.ts'
import type { Lease, Target } from '../ports/target.ts'
import type { Arrival } from '../ports/webhooks.ts'
import type { Scenario } from '../scenario.ts'
import type { PlannedScenario } from '../selection/plan.ts'
import { CannotTell, cannotTell, cutOff } from '../verdict.ts'
import { type Drive, suiteFault } from './judge.ts'
import { atAbort } from './watch.ts'

export interface Driven {
  readonly drive: Drive
  readonly exchanges: readonly Exchange[]
  readonly arrivals: readonly Arrival[]
  readonly until?: LedgerEnd
  readonly counterexamples: readonly Counterexample[]
  readonly coverage?: Coverage
  /** A fault of the suite itself: the scenario threw an error other than `CannotTell`. */
  readonly fault?: string
}

export interface DriveOptions<P, C, S> {
  /** Ids of all requirements that the run judges. */
  readonly judged: ReadonlySet<string>
  /** Receives what a scenario waits for, and for how many milliseconds at most. */
  waiting(scenario: string, what: string, forMs: number): void
  readonly target: Target<P>
  readonly spec: S
  context(ports: P, spec: S): C
  /** Aborted, with the reason, when scenarios that are still running must be given up. */
  readonly givenUp: AbortSignal
}

/**
 * Leases the target, drives one scenario and releases the lease. Never throws. The result holds all requests sent so far, even
 * if the scenario was given up or could not be set up.
 */
export async function driveScenario<P, C, S>(
  { scenario, unmet, isChosen }: PlannedScenario<C, S>,
  options: DriveOptions<P, C, S>,
): Promise<Driven> {
  if (unmet !== undefined)
    return { drive: { verdict: cannotTell(unmet.why, unmet.key) }, ...evidenceOf(undefined) }
  let lease: Lease<P> | undefined
  const work = async (): Promise<Driven> => {
    try {
      lease = await options.target.lease({
        id: scenario.id,
        exclusive: scenario.exclusive ?? false,
        waiting: (what, forMs) => options.waiting(scenario.id, what, forMs),
      })
      const context = options.context(lease.ports, options.spec)
      const trace = await scenario.drive(context, options.judged, isChosen)
      return { drive: { trace }, ...evidenceOf(lease) }
    } catch (error) {
      return { ...explain(scenario, error), ...evidenceOf(lease) }
    } finally {
      // The next scenario may rely on the lease being released. A failure of the release says nothing about the target.
      await lease?.release().catch(() => undefined)
    }
  }
  const { givenUp } = options
  const cut = atAbort(
    givenUp,
    (): Driven => ({ drive: { verdict: cutOff(String(givenUp.reason)) }, ...evidenceOf(lease) }),
  )
  try {
    return await Promise.race([work(), cut.promise])
  } finally {
    cut.forget()
  }
}

function evidenceOf(lease: Lease<unknown> | undefined): Omit<Driven, 'drive' | 'fault'> {
  const coverage = lease?.coverage?.()
  return {
    exchanges: lease?.exchanges() ?? [],
    arrivals: lease?.arrivals() ?? [],
    ...(lease?.end && { until: lease.end() }),
    counterexamples: lease?.counterexamples?.() ?? [],
    ...(coverage !== undefined && { coverage }),
  }
}

function explain<C, S>(scenario: Scenario<C, S>, error: unknown): Pick<Driven, 'drive' | 'fault'> {
  if (error instanceof CannotTell) return { drive: { verdict: error.verdict } }
  const message = messageOf(error)
  return { drive: { verdict: suiteFault(error) }, fault: `the scenario ${scenario.id}: ${message}` }
}
