import type { Level } from './requirement.ts'
import type { Verdict } from './verdict.ts'

/** The five results that a report gives a requirement. */
export type Outcome = 'passed' | 'failed' | 'warned' | 'observed' | 'not-exercised'

/** Makes an outcome from a claim's verdict and the level of its requirement. No other function does this. */
export function grade(level: Level, verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case 'passed':
      return level === 'observe' ? 'observed' : 'passed'
    case 'failed':
      return level === 'must' ? 'failed' : level === 'should' ? 'warned' : 'observed'
    case 'observed':
      return 'observed'
    case 'cannot-tell':
      return 'not-exercised'
  }
}

/** Combines several checks of one requirement: any breach counts, and not exercised is never passed. */
export function combine(outcomes: readonly Outcome[]): Outcome {
  const order: readonly Outcome[] = ['failed', 'warned', 'passed', 'observed']
  return order.find((outcome) => outcomes.includes(outcome)) ?? 'not-exercised'
}

/** Says whether a check found a breach of what must or should be. */
export const isBreach = ({ outcome }: { readonly outcome: Outcome }): boolean =>
  outcome === 'failed' || outcome === 'warned'
