import { causeKey } from '../../../conformance/cause.ts'
import { messageOf } from '../../../conformance/errors.ts'
import type { Exchange } from '../../../conformance/exchange.ts'
import { type EntryKind, partial } from '../../../conformance/ledger.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts, StandingClaim } from '../../../conformance/scenario.ts'
import type { Finding, Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/index.ts'
import { recordedStatements } from '../../../suites/client/index.ts'
import { platformSuite } from '../../../suites/platform/index.ts'
import { asSent } from '../../recording/index.ts'
import type { Breach, Judged } from './breach.ts'
import type { JudgedSubject } from './subject.ts'

export interface ProxyJudgeOptions {
  readonly spec: Spec
  /** Kinds of entries of which nothing is missing. */
  readonly whole: readonly EntryKind[]
  breached(breach: Breach): void
}

type Claim = StandingClaim<Spec>

/** Findings of one cause that are reported one by one; further ones are counted. */
const MOST_OF_A_CAUSE = 3
/** Causes and findings that are remembered. */
const MOST_REMEMBERED = 20_000

/** Judges the standing statements about both sides by the exchanges and deliveries of one subject after the other. */
export class Judge {
  readonly #options: ProxyJudgeOptions
  /** Kinds of entries of which nothing is missing. */
  #whole: readonly EntryKind[]
  readonly #platform: readonly Claim[]
  readonly #client: readonly Claim[]
  /** Statements about what a client sends over time, those apart that an event not yet noted may explain. */
  readonly #overTime: readonly Claim[]
  readonly #afterwards: readonly Claim[]
  readonly #seen = new Set<string>()
  #faults = 0
  #fault: string | undefined
  readonly #broken = new Map<string, { readonly breach: Breach; times: number }>()
  readonly #ofCause = new Map<string, number>()
  /** Findings that were reported: a subject is judged again and again. */
  readonly #reported = new Set<string>()

  constructor(options: ProxyJudgeOptions) {
    this.#options = options
    this.#whole = options.whole
    const { spec } = options
    const isJudged = ({ requirement }: Claim): boolean => {
      const row = spec.requirement(requirement)
      return row.level !== 'observe' && spec.holds(row) && !row.excluded
    }
    this.#platform = platformSuite(spec).standing.filter(isJudged)
    this.#client = recordedStatements.byRequest.filter(isJudged)
    const overTime = recordedStatements.overTime.filter(isJudged)
    // Where deliveries pass, each may explain what a client sends, and the last of them may be under way.
    const waits = (claim: Claim) => options.whole.includes('deliveries') || relies(claim, ['deliveries'])
    this.#overTime = overTime.filter((claim) => !waits(claim))
    this.#afterwards = overTime.filter(waits)
  }

  /**
   * Judges a subject by all that is kept of it, and the exchanges that are new by themselves.
   *
   * @param tokens requests for tokens, which those of the subject may carry
   */
  subject(subject: JudgedSubject, tokens: readonly Exchange[]): void {
    const { spec } = this.#options
    const whole = this.#whole
    const ordered = subject.ordered()
    const fresh = subject.takeFresh()
    const known = this.#knownOf(subject)
    const { arrivals } = subject
    this.#judge('platform', this.#platform, { spec, exchanges: ordered, arrivals, whole: known })
    for (const one of fresh.filter((exchange) => !ordered.includes(exchange)))
      this.#judge('platform', this.#platform, { spec, exchanges: [one], whole: [] })
    if (fresh.length > 0) {
      const exchanges = fresh.map((one) => asSent(one, whole))
      this.#judge('client', this.#client, { spec, exchanges, whole: known })
      this.#judge('client', this.#overTime, this.#session(subject, tokens, arrivals))
    }
  }

  /**
   * Judges what an event may explain, once all events are there.
   *
   * @param tokens requests for tokens, which those of the subject may carry
   * @param arrivals all events, also those that name no quote
   */
  afterwards(subject: JudgedSubject, tokens: readonly Exchange[], arrivals: readonly Arrival[]): void {
    this.#judge('client', this.#afterwards, this.#session(subject, tokens, arrivals))
  }

  #session(subject: JudgedSubject, tokens: readonly Exchange[], arrivals: readonly Arrival[]): Facts<Spec> {
    const all = [...tokens, ...subject.exchanges.filter((one) => !tokens.includes(one))]
    return {
      spec: this.#options.spec,
      exchanges: all
        .map((one) => asSent(one, this.#whole))
        .toSorted((one, other) => one.targetMs - other.targetMs),
      ...{ arrivals, whole: this.#knownOf(subject) },
    }
  }

  /** Where a part of its history is missing, its requests are not whole. */
  #knownOf({ isWhole }: JudgedSubject): readonly EntryKind[] {
    return isWhole ? this.#whole : this.#whole.filter((kind) => kind !== 'requests')
  }

  /** Entries were dropped: no kind is whole any more. */
  lose(): void {
    this.#whole = []
  }

  /** Returns how far it was judged. */
  judged(): Pick<Judged, 'statements' | 'ofStatements' | 'unsure' | 'broken' | 'faults'> {
    const all = [...this.#platform, ...this.#client, ...this.#overTime, ...this.#afterwards]
    const lacking = partial({ whole: this.#whole })
    return {
      statements: this.#seen.size,
      ofStatements: new Set(all.map(({ requirement }) => requirement)).size,
      unsure: all.filter((claim) => relies(claim, lacking)).length,
      broken: [...this.#broken.values()].map(({ breach: { requirement, level, by, finding }, times }) => ({
        ...{ requirement, level, by, finding, times },
      })),
      ...(this.#fault !== undefined && { faults: { times: this.#faults, first: this.#fault } }),
    }
  }

  #judge(by: Breach['by'], claims: readonly Claim[], facts: Facts<Spec>): void {
    const lacking = partial(facts)
    for (const claim of claims) {
      if (relies(claim, lacking)) continue
      const verdict = this.#verdict(claim, facts)
      if (verdict?.kind === 'passed' || verdict?.kind === 'failed') this.#seen.add(claim.requirement)
      if (verdict?.kind !== 'failed') continue
      for (const finding of verdict.findings) this.#note(by, claim.requirement, finding)
    }
  }

  /** A claim that throws is a fault of the suite, and must not end the recording. */
  #verdict(claim: Claim, facts: Facts<Spec>): Verdict | undefined {
    try {
      return claim.judge(facts)
    } catch (error) {
      this.#faults += 1
      this.#fault ??= `${claim.requirement}: ${messageOf(error)}`
      return undefined
    }
  }

  #note(by: Breach['by'], requirement: string, finding: Finding): void {
    const { exchange, arrival, at, observed } = finding
    const cause = `${requirement} ${causeKey(finding)}`
    const place = JSON.stringify([requirement, exchange, arrival, at, observed])
    if (this.#reported.has(place)) return
    if (this.#reported.size >= MOST_REMEMBERED) this.#reported.clear()
    this.#reported.add(place)
    const { clause, level, title } = this.#options.spec.requirement(requirement)
    const breach = { by, requirement, clause, level, title, finding }
    const broken = this.#broken.get(requirement) ?? { breach, times: 0 }
    broken.times += 1
    this.#broken.set(requirement, broken)
    const times = (this.#ofCause.get(cause) ?? 0) + 1
    if (this.#ofCause.size < MOST_REMEMBERED || this.#ofCause.has(cause)) this.#ofCause.set(cause, times)
    if (times <= MOST_OF_A_CAUSE) this.#options.breached(breach)
  }
}

const relies = ({ relies: kinds = [] }: Claim, lacking: readonly EntryKind[]): boolean =>
  kinds.some((kind) => lacking.includes(kind))
