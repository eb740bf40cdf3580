import { coverOf } from '../../../conformance/cover.ts'
import type { CheckResult, RunEvent } from '../../../conformance/events.ts'

/** The verdict on one session, as its page shows it. */
export interface SessionVerdict {
  readonly passed: number
  /** Failures first, then warnings. */
  readonly breaches: readonly {
    readonly requirement: string
    readonly title: string
    readonly isWarning: boolean
    readonly says: string
  }[]
  /** Requirements that the session did not decide, for example because the client ended early. */
  readonly undecided: number
}

/** Keeps the verdicts on sessions, and finds the sessions that a certificate still needs. */
export class SessionVerdicts {
  readonly #judges: ReadonlyMap<string, readonly string[]>
  readonly #titles = new Map<string, string>()
  /** Requirements that must be exercised, and are not yet. */
  readonly #open = new Set<string>()
  readonly #verdicts = new Map<string, SessionVerdict>()

  /** @param judges the requirements that each scenario judges */
  constructor(judges: ReadonlyMap<string, readonly string[]>) {
    this.#judges = judges
  }

  /** Notes an event of the run. */
  heard(event: RunEvent): void {
    if (event.type === 'run-started')
      for (const { id, title, level, reason } of event.requirements) {
        this.#titles.set(id, title)
        if (level === 'must' && reason === undefined) this.#open.add(id)
      }
    if (event.type !== 'scenario-finished') return
    this.#verdicts.set(event.scenario, this.#verdictOf(event.checks))
    for (const { requirement, outcome } of event.checks)
      if (outcome !== 'not-exercised') this.#open.delete(requirement)
  }

  /** The number of sessions that are over. */
  get size(): number {
    return this.#verdicts.size
  }

  verdict(scenario: string): SessionVerdict | undefined {
    return this.#verdicts.get(scenario)
  }

  /** Chooses sessions that are enough for a certificate: together they exercise all that is still missing. */
  neededOf(scenarios: readonly string[]): ReadonlySet<string> {
    const offers = new Map(scenarios.map((scenario) => [scenario, this.#judges.get(scenario) ?? []]))
    return new Set(coverOf(this.#open, offers))
  }

  #verdictOf(checks: readonly CheckResult[]): SessionVerdict {
    const breaches = checks.flatMap(({ requirement, outcome, verdict }) => {
      const [finding] = verdict.kind === 'failed' ? verdict.findings : []
      const says = finding === undefined ? '' : `expected ${finding.expected}, observed ${finding.observed}`
      const isWarning = outcome === 'warned'
      const title = this.#titles.get(requirement) ?? ''
      return outcome === 'failed' || isWarning ? [{ requirement, title, isWarning, says }] : []
    })
    return {
      passed: checks.filter(({ outcome }) => outcome === 'passed').length,
      breaches: breaches.toSorted((one, other) => Number(one.isWarning) - Number(other.isWarning)),
      undecided: checks.filter(({ outcome }) => outcome === 'not-exercised').length,
    }
  }
}
