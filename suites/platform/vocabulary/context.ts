import type { EntryKind } from '../../../conformance/ledger.ts'
import type { PlatformPorts } from '../../../conformance/ports/platform.ts'
import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Facts, Scenario, ScenarioDefinition, StandingClaim } from '../../../conformance/scenario.ts'
import { defineScenario } from '../../../conformance/scenario.ts'
import { completed } from '../../../generators/complete.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type Api, apiOn } from './quotes/api.ts'
import { type PacedPorts, PollPace } from './quotes/poll-pace.ts'
import { type Quotes, quotesOn } from './quotes/quotes.ts'

export { claim, standing } from '../../claim.ts'

/** Tools of a platform scenario. */
export interface PlatformContext extends PacedPorts {
  readonly spec: Spec
  readonly api: Api
  readonly quotes: Quotes
}

export type PlatformFactsOfRun = Facts<Spec>
export type PlatformScenario = Scenario<PlatformContext, Spec>
/** The definition of a scenario, with needs that a platform can meet. */
type PlatformDefinition<T> = ScenarioDefinition<PlatformContext, Spec, T> & {
  readonly needs?: readonly PlatformNeed[]
}
export type PlatformStandingClaim = StandingClaim<Spec>

/** Builds a scenario's context from the ports of its lease: adds the functions of the quote API. */
export function platformContext(ports: PlatformPorts | PacedPorts, spec: Spec): PlatformContext {
  const api = apiOn(ports.http)
  const facts = { ...ports.facts, submission: completed(spec, ports.facts.submission) }
  // Contexts with other credentials go on at the pace of the one that they were made from.
  const own = { pace: new PollPace(ports.clock), ...ports, facts }
  return { ...own, spec, api, quotes: quotesOn(own, api, spec) }
}

export function scenario<T>(definition: PlatformDefinition<T>): PlatformScenario {
  return defineScenario(definition)
}

/** Names the kinds of entries of which none may be missing where a claim judges. */
export const relying = (
  relies: readonly EntryKind[],
  standingClaim: PlatformStandingClaim,
): PlatformStandingClaim => ({ ...standingClaim, relies })
