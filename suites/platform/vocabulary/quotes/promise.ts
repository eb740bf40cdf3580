import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'

/** Whether the profile, and not a guess or a find of the suite, says what a submission leads to. */
export const isPromised = ({ outcomes, discovered }: PlatformFacts, outcome: string): boolean =>
  outcome in outcomes && !discovered.has(outcome)
