import { all, type Verdict } from '../../../conformance/verdict.ts'

/** Verdict of one step, or of a whole journey, on one requirement. */
export interface StepVerdict {
  readonly requirement: string
  readonly verdict: Verdict
}

export const verdictOn = (requirement: string, verdict: Verdict): readonly StepVerdict[] => [
  { requirement, verdict },
]

/** Combines verdicts into one. */
export const combined = (verdicts: readonly StepVerdict[]): Verdict =>
  all(verdicts.map(({ verdict }) => verdict))
