import type { Level } from './requirement.ts'
import type { Verdict } from './verdict.ts'

/** The report's five words. */
export type Outcome = 'passed' | 'failed' | 'warned' | 'observed' | 'not-exercised'

/** The one place where a level turns what a claim saw into the report's word. */
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
