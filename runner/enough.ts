import { causeKey } from '../conformance/cause.ts'
import type { CheckResult } from '../conformance/events.ts'

/** Ends a run once it has seen a number of causes of failures. */
export interface Stop {
  /** Number of causes after which no scenario starts any more. */
  readonly after: number
  /** True for a failure that was known before the run, which does not count. */
  isKnown(check: CheckResult): boolean
}

export interface Enough {
  add(checks: readonly CheckResult[]): void
  /** Says after what the run has seen enough: `after the first cause`. Undefined before that. */
  why(): string | undefined
}

/** Counts the causes of failures as they are found. A failed `must` is final: nothing that follows can make it pass. */
export function enough(stop: Stop | undefined): Enough {
  const causes = new Set<string>()
  const keysOf = ({ verdict }: CheckResult): readonly string[] => {
    const findings = verdict.kind === 'failed' ? verdict.findings : []
    return findings.length === 0 ? [''] : findings.map(causeKey)
  }
  return {
    add(checks) {
      if (stop === undefined) return
      for (const check of checks) {
        // A requirement has one cause in a report: that of most of its findings. Here its first finding stands for it.
        const [key] = check.outcome === 'failed' && !stop.isKnown(check) ? keysOf(check) : []
        if (key !== undefined) causes.add(key)
      }
    },
    why() {
      if (stop === undefined || causes.size < stop.after) return undefined
      return stop.after === 1 ? 'after the first cause' : `after ${stop.after} causes`
    },
  }
}
