import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'

/**
 * Says whether the profile itself names the outcome of a submission, rather than a guess or a find of the
 * suite.
 */
export const isPromised = ({ outcomes, discovered }: PlatformFacts, outcome: string): boolean =>
  outcome in outcomes && !discovered.has(outcome)
