import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'

/**
 * Says whether the user's profile names a recipe for an outcome. Otherwise the suite has guessed or
 * discovered it.
 */
export const isPromised = ({ outcomes, discovered }: PlatformFacts, outcome: string): boolean =>
  outcome in outcomes && !discovered.has(outcome)
