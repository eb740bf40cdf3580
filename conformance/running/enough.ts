import { causeKey } from '../cause.ts'
import type { CheckResult, PlannedRequirement } from '../events.ts'
import { openExplanations } from '../explained.ts'

/** Ends a run once it has seen a number of causes of failures. */
export interface Stop {
  /** Number of causes after which no scenario starts any more. */
  readonly after: number
  /** True for a failure that was known before the run, which does not count. */
  isKnown(check: CheckResult): boolean
}

export interface Enough {
  /** Takes the checks of a scenario that has ended. */
  add(scenario: string, checks: readonly CheckResult[]): void
  /** Says after what the run has seen enough: `after the first cause`. Undefined before that. */
  why(): string | undefined
  /** True for a scenario that may show the cause of a failure. It comes next: a reader and the end of the run wait for it. */
  needs(scenario: string): boolean
}

/** A failure that may be a consequence counts at the latest when so many further scenarios have ended. */
const MOST_FURTHER = 40

interface Seen {
  readonly requirements: Set<string>
  /** The number of scenarios that had ended when it was first seen. */
  readonly at: number
}

/**
 * Counts the causes of failures as they are found. A failed `must` is final: nothing that follows can make it pass. A failure that may
 * be a consequence counts once the scenarios that may show its cause have ended, and not where that cause has failed.
 *
 * @param stop absent: the run goes on to its end, and only asks what comes next
 */
export function enough(stop: Stop | undefined, requirements: readonly PlannedRequirement[]): Enough {
  const causes = new Map<string, Seen>()
  const explanations = openExplanations(requirements)
  const explainedBy = new Map(requirements.map((one) => [one.id, one.explainedBy ?? []]))
  const failed = new Set<string>()
  let ended = 0
  const keysOf = ({ verdict }: CheckResult): readonly string[] => {
    const findings = verdict.kind === 'failed' ? verdict.findings : []
    return findings.length === 0 ? [''] : findings.map(causeKey)
  }
  const isClear = (seen: Seen) =>
    ended - seen.at >= MOST_FURTHER || [...seen.requirements].some((id) => explanations.of(id).length === 0)
  /** Says whether what explains a failure has failed as well. Two that explain each other are no consequences. */
  const follows = (id: string) =>
    explainedBy
      .get(id)
      ?.some((other) => failed.has(other) && explainedBy.get(other)?.includes(id) !== true) === true
  const isCause = (seen: Seen) => isClear(seen) && ![...seen.requirements].every(follows)
  return {
    add(scenario, checks) {
      explanations.ended(scenario)
      ended++
      for (const check of checks) {
        if (check.outcome === 'failed') failed.add(check.requirement)
        // A requirement has one cause in a report: that of most of its findings. Here its first finding stands for it.
        const [key] = check.outcome === 'failed' && stop?.isKnown(check) !== true ? keysOf(check) : []
        if (key === undefined) continue
        const seen = causes.get(key) ?? { requirements: new Set(), at: ended }
        causes.set(key, seen)
        seen.requirements.add(check.requirement)
      }
    },
    why() {
      if (stop === undefined || [...causes.values()].filter(isCause).length < stop.after) return undefined
      return stop.after === 1 ? 'after the first cause' : `after ${stop.after} causes`
    },
    needs: (scenario) =>
      [...causes.values()].some(
        (seen) =>
          !isClear(seen) && [...seen.requirements].some((id) => explanations.of(id).includes(scenario)),
      ),
  }
}
