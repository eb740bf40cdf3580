import type { Verdict } from '../../../conformance/verdict.ts'

/** Verdict of one step, or of a whole journey, on one requirement. */
export interface StepVerdict {
  readonly requirement: string
  readonly verdict: Verdict
}

/** The same, with the place of its quote in the journey. */
export interface QuoteVerdict extends StepVerdict {
  readonly quote: number
}

export const verdictOn = (requirement: string, verdict: Verdict): readonly StepVerdict[] => [
  { requirement, verdict },
]
