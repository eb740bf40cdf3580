import { folded } from '../../conformance/cause.ts'
import { messageOf } from '../../conformance/errors.ts'
import type { CheckResult, ScenarioFinished } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import { type EntryKind, type Ledger, partial } from '../../conformance/ledger.ts'
import { onceFor } from '../../conformance/once.ts'
import { grade } from '../../conformance/outcome.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { Level } from '../../conformance/requirement.ts'
import type { StandingClaim } from '../../conformance/scenario.ts'
import { cannotTell, type Finding, type Verdict } from '../../conformance/verdict.ts'
import type { Spec } from '../../spec/index.ts'

/** Most findings that are kept of one statement. */
const MOST_FINDINGS = 200

const WORDS: Readonly<Record<EntryKind, string>> = {
  requests: 'requests of the partner',
  deliveries: 'deliveries',
  operator: 'actions of an operator',
}

/** A breach that was found before the recording was read. */
export interface Found {
  readonly requirement: string
  readonly finding: Finding
}

/** Judges ledgers of recordings one after the other, and keeps of each only what its findings show. */
export class RecordingJudge {
  readonly #levels: ReadonlyMap<string, Level>
  readonly #spec: Spec
  /** By requirement, the verdicts on all ledgers; a breach once for each place. */
  readonly #checks = new Map<string, CheckResult[]>()
  readonly #exchanges = new Map<string, Exchange>()
  readonly #arrivals = new Map<string, Arrival>()
  readonly #faults: string[] = []

  constructor(levels: ReadonlyMap<string, Level>, spec: Spec) {
    this.#levels = levels
    this.#spec = spec
  }

  /** @param exempt requirements that say nothing about these entries */
  add(
    standing: readonly StandingClaim<Spec>[],
    ledger: Ledger,
    about: string,
    exempt: readonly string[] = [],
  ): void {
    for (const claim of standing) {
      if (exempt.includes(claim.requirement)) continue
      const verdict = this.#verdict(claim, ledger)
      if (verdict !== undefined) this.#keep(claim.requirement, verdict, about, ledger)
    }
  }

  /** A statement that needs a kind of entry that may be missing cannot tell, where it concerns anything that was recorded. */
  #verdict(claim: StandingClaim<Spec>, ledger: Ledger): Verdict | undefined {
    const verdict = this.#judged(claim, ledger)
    const missing = partial(ledger).filter((kind) => claim.relies?.includes(kind))
    if (verdict === undefined || missing.length === 0 || verdict.kind === 'observed') return verdict
    return cannotTell(
      `${missing.map((kind) => WORDS[kind]).join(' and ')} may be missing (--whole ${missing.join(',')} says that none is)`,
    )
  }

  /** A claim that throws is a fault of the suite, and must not hide what the others say. */
  #judged(claim: StandingClaim<Spec>, ledger: Ledger): Verdict | undefined {
    try {
      return claim.judge({ ...ledger, spec: this.#spec })
    } catch (error) {
      this.#faults.push(`${claim.requirement}: ${messageOf(error)}`)
      return cannotTell('the suite itself failed')
    }
  }

  /** Why the suite itself failed to judge, for each ledger and statement. */
  get faults(): readonly string[] {
    return this.#faults
  }

  #keep(requirement: string, verdict: Verdict, about: string, ledger: Ledger): void {
    const checks = this.#checks.get(requirement) ?? []
    this.#checks.set(requirement, checks)
    const add = (one: Verdict, scenario: string, exchanges: readonly string[]) =>
      checks.push({
        ...{ requirement, name: scenario, scenario, standing: true, verdict: one, durationMs: 0, exchanges },
        outcome: grade(this.#levels.get(requirement) ?? 'must', one),
      })
    if (verdict.kind !== 'failed') {
      if (!checks.some((one) => isSame(one.verdict, verdict))) add(verdict, about, [])
      return
    }
    const findings = folded(verdict.findings, MOST_FINDINGS)
    for (const finding of findings.length > 0 ? findings : [NAMELESS]) {
      const shown = finding.exchange ?? finding.arrival
      this.#keepEvidence(finding, ledger)
      add(
        { kind: 'failed', findings: [finding] },
        shown ?? about,
        finding.exchange === undefined ? [] : [finding.exchange],
      )
    }
  }

  /** Adds breaches that were found while the traffic passed, where the recording shows none of the same statement. */
  addFound(found: readonly Found[]): void {
    for (const { requirement, finding } of found) {
      const isBroken = this.#checks.get(requirement)?.some(({ verdict }) => verdict.kind === 'failed')
      if (!isBroken && this.#levels.has(requirement))
        this.#keep(requirement, { kind: 'failed', findings: [finding] }, 'live', { exchanges: [] })
    }
  }

  #keepEvidence({ exchange, arrival }: Finding, { exchanges, arrivals = [] }: Ledger): void {
    const shown = exchange === undefined ? undefined : exchangesById(exchanges).get(exchange)
    if (shown !== undefined) this.#exchanges.set(shown.id, shown)
    const delivered = arrival === undefined ? undefined : arrivals.find(({ id }) => id === arrival)
    if (delivered !== undefined) this.#arrivals.set(delivered.id, delivered)
  }

  /** The verdicts as events of scenarios, each named by its place in a recording. */
  events(): readonly ScenarioFinished[] {
    const byPlace = Map.groupBy([...this.#checks.values()].flat(), ({ scenario }) => scenario)
    return [...byPlace].map(([scenario, checks]) => ({
      type: 'scenario-finished',
      ...{ scenario, title: scenario, durationMs: 0, checks },
      exchanges: [this.#exchanges.get(scenario)].filter((one) => one !== undefined),
      arrivals: [this.#arrivals.get(scenario)].filter((one) => one !== undefined),
    }))
  }
}

const exchangesById = onceFor(
  (exchanges: readonly Exchange[]) => new Map(exchanges.map((one) => [one.id, one])),
)

const NAMELESS: Finding = { expected: 'no breach', observed: 'a breach without a finding' }

const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === other.kind &&
  (one.kind === 'passed' ||
    (one.kind === 'observed' && other.kind === 'observed' && one.what === other.what) ||
    (one.kind === 'cannot-tell' && other.kind === 'cannot-tell' && one.why === other.why))
