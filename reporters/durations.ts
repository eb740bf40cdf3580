import type { CheckResult, ScenarioFinished } from '../conformance/events.ts'

/**
 * Divides the time of each scenario evenly among the checks that it was driven for. So the times of all checks add up to the
 * time of all scenarios. Standing claims get a share only where a scenario has no other checks.
 *
 * @returns the milliseconds of one check
 */
export function sharedDurations(scenarios: readonly ScenarioFinished[]): (check: CheckResult) => number {
  const shares = new Map<CheckResult, number>()
  for (const { checks, durationMs } of scenarios) {
    const own = checks.filter(({ standing }) => standing !== true)
    const bearers = own.length > 0 ? own : checks
    for (const check of bearers) shares.set(check, durationMs / bearers.length)
  }
  return (check) => Math.round(shares.get(check) ?? 0)
}
