import { usageError } from '../../../conformance/errors.ts'
import type { RunEvent } from '../../../conformance/events.ts'
import type { UndoEvent } from '../../../conformance/ports/undo.ts'
import { cleanedEvent } from '../../../conformance/running/redacted.ts'
import { runPlan } from '../../../conformance/running/run.ts'
import { plan } from '../../../conformance/selection/plan.ts'
import { checkSelection } from '../../../conformance/selection/selection.ts'
import type { PactFile } from '../../../pact/index.ts'
import { readStates } from '../../../pact/verify/states.ts'
import { type Expectation, pactSuite } from '../../../pact/verify/suite.ts'
import { platformSide } from '../../../sides/platform/side.ts'
import { describeTarget } from '../../../sides/target.ts'
import type { Io } from '../../io.ts'

/** The options that decide what is verified, and against which platform. */
export interface VerifyingOptions {
  /** Name and version of the tool, for the report. */
  readonly suite: { readonly name: string; readonly version: string }
  readonly target?: string
  readonly apiVersion?: string
  /** File that maps a partner's names of provider states to those of the suite. */
  readonly states?: string
  readonly mutant?: string
  readonly variant?: readonly string[]
  readonly seed: number
  readonly allowWrites?: boolean
  /** Requirement ids, which reports use for interactions, or clauses. */
  readonly only?: readonly string[]
  readonly scenario?: readonly string[]
}

/** Pact files with the platform that they are verified against. */
export interface Verifying {
  readonly expectations: readonly Expectation[]
  readonly targetName: string
  readonly version: string
  /** Canaries: fake credentials that the run sends out. */
  readonly canaries: readonly string[]
  /** Verifies every interaction, as the requirements of one run. */
  start(signal: AbortSignal): AsyncIterable<RunEvent>
  /** An event without secrets that became known later in the run. */
  cleaned(event: RunEvent): RunEvent
  close(): Promise<void>
}

/**
 * Opens the platform. Sends no request yet.
 * @param journal receives everything that must be undone on the target
 * @throws ConformanceError for a wrong file, profile or selection
 */
export async function openVerifying(
  files: readonly PactFile[],
  { suite: tool, states, only = [], scenario = [], seed, allowWrites = false, ...options }: VerifyingOptions,
  { env, now }: Pick<Io, 'env' | 'now'>,
  journal?: (event: UndoEvent) => void,
): Promise<Verifying> {
  const partners = states === undefined ? new Map() : readStates(states)
  const { described, spec } = await describeTarget(platformSide, options, env)
  const { suite, expectations, close } = pactSuite(files, spec, partners)
  const requirements = expectations.map(({ requirement }) => requirement)
  const selection = { only, scenarios: scenario, allowWrites: true }
  checkSelection(selection, { requirements, scenarios: suite.scenarios })
  const opening = { seed, spec, now, ...(journal && { journal }) }
  const target = await platformSide.open(described, opening)
  if (target.facts.environment === 'production' && !allowWrites) {
    await target.close()
    throw usageError(
      'the profile says environment: production: pact verify makes quotes there',
      '--allow-writes permits it',
    )
  }
  const rules = { version: spec.version, requirements, holds: () => true }
  return {
    expectations,
    targetName: target.facts.name,
    version: spec.version,
    canaries: platformSide.canaries?.(seed) ?? [],
    cleaned: (event) => cleanedEvent(event, target),
    start: (signal) =>
      runPlan({
        suite: tool,
        kind: platformSide.name,
        plan: plan({ side: platformSide.name, rules, suite, selection, target }),
        ...{ target, spec, seed, now, signal },
        context: platformSide.context,
        // One at a time, because all interactions share the verifier of the Pact library.
        limits: { shared: 1, exclusive: 1 },
        ready: () => platformSide.ready(target, { writes: true }),
      }),
    async close() {
      close()
      await target.close()
    },
  }
}
