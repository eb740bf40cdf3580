import type { Exchange } from '../../../conformance/exchange.ts'
import type { Spec } from '../../../spec/spec.ts'
import { journeyScenarios } from '../journeys/journeys.ts'
import type { Remarkable } from '../vocabulary/cases/property.ts'
import type { PlatformScenario, PlatformStandingClaim } from '../vocabulary/context.ts'
import { sameMeaningScenarios } from './alike.ts'
import { hostileBodies } from './hostile.ts'
import { generatedIds } from './ids.ts'
import { retentionScenarios } from './retentions.ts'
import { generatedSubmissions } from './submissions.ts'
import { generatedUpdates } from './updates.ts'

/**
 * Returns the scenarios that generate their cases.
 *
 * @param standing standing claims: a case that breaks a `must` among them is shrunk too
 */
export function generatedScenarios(
  spec: Spec,
  standing: readonly PlatformStandingClaim[],
): readonly PlatformScenario[] {
  const binding = standing.filter(({ requirement }) => {
    const row = spec.requirement(requirement)
    return row.level === 'must' && spec.holds(row)
  })
  const remarkable: Remarkable = (exchanges: readonly Exchange[]) =>
    binding.some((claim) => claim.judge({ spec, exchanges })?.kind === 'failed')
  const scenarios = [
    ...generatedSubmissions(remarkable),
    ...sameMeaningScenarios(remarkable),
    ...retentionScenarios(remarkable),
    ...generatedUpdates(remarkable),
    ...hostileBodies(remarkable),
    generatedIds(remarkable),
    ...journeyScenarios(spec, remarkable),
  ]
  return scenarios.map((scenario) => ({ ...scenario, generated: true }))
}
