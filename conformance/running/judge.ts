import { folded } from '../cause.ts'
import { messageOf } from '../errors.ts'
import type { CheckResult } from '../events.ts'
import type { Ledger } from '../ledger.ts'
import { grade } from '../outcome.ts'
import type { Claim, StandingClaim } from '../scenario.ts'
import type { Plan, PlannedScenario } from '../selection/plan.ts'
import { cutOff, type Finding, leftIn, type Verdict } from '../verdict.ts'

/** The largest number of findings that a check keeps. Equal findings are merged first. */
const MOST_FINDINGS = 200

/** Result of driving a scenario: a trace to judge, or one verdict for all of its claims. */
export type Drive = { readonly trace: unknown } | { readonly verdict: Verdict }

export interface Judgement {
  readonly checks: readonly CheckResult[]
  /** Faults of the suite itself: claims that threw. */
  readonly faults: readonly string[]
}

export interface JudgeContext<C, S> {
  readonly plan: Plan<C, S>
  readonly spec: S
  readonly ledger: Ledger
  /** Observations that standing claims already made in earlier scenarios of the run. Each one is reported once. */
  readonly reported: Set<string>
  /**
   * Verdict on a claim that cannot read recorded evidence. Absent in a live run, where a claim that throws is a fault of the
   * suite.
   */
  readonly unreadable?: (error: unknown) => Verdict
}

/** The verdict for a fault of the suite; it does not count against the target. */
export function suiteFault(error: unknown): Verdict {
  return cutOff(`the suite itself failed: ${messageOf(error)}`)
}

/**
 * Judges one scenario: each selected claim by the trace, then each standing claim by the exchanges. Never throws: the verdict
 * of a claim that throws is "cannot tell". In a live run such a claim is also listed among the faults.
 */
export function judgeScenario<C, S>(
  planned: PlannedScenario<C, S>,
  drive: Drive,
  { plan, spec, ledger, reported, unreadable }: JudgeContext<C, S>,
): Judgement {
  const facts = { spec, ...ledger }
  const scenario = planned.scenario.id
  const faults: string[] = []

  const check = (
    { requirement, ...of }: { readonly requirement: string; readonly case?: string },
    name: string,
    see: () => Verdict | undefined,
  ): CheckResult[] => {
    const began = performance.now()
    let verdict: Verdict | undefined
    try {
      verdict = see()
    } catch (error) {
      verdict = (unreadable ?? suiteFault)(error)
      if (unreadable === undefined)
        faults.push(`the claim on ${requirement} in ${scenario}: ${messageOf(error)}`)
    }
    if (verdict === undefined) return []
    if (verdict.kind === 'failed') verdict = { ...verdict, findings: folded(verdict.findings, MOST_FINDINGS) }
    const level = plan.levels.get(requirement) ?? 'must'
    const durationMs = Math.round(performance.now() - began)
    const outcome = grade(level, verdict)
    const exchanges = evidence(verdict)
    const cases = casesOf(verdict, of.case)
    return [{ requirement, name, scenario, ...(cases && { cases }), outcome, verdict, durationMs, exchanges }]
  }

  /** The cases that show a breach, each of which can be driven again by itself; undefined where one of its findings belongs to none. */
  const casesOf = (verdict: Verdict, only: string | undefined): readonly string[] | undefined => {
    if (verdict.kind !== 'failed') return undefined
    if (only !== undefined) return [only]
    if (!('trace' in drive)) return undefined
    const { trace } = drive
    const caseOf = (finding: Finding) => {
      try {
        return planned.scenario.caseOf?.(finding, trace, facts)
      } catch {
        // A trace of an earlier version lacks it.
        return undefined
      }
    }
    const names = verdict.findings.map(caseOf)
    const known = names.filter((name) => name !== undefined)
    return known.length === 0 || known.length < names.length ? undefined : [...new Set(known)]
  }

  // A scenario that was to show a statement, and was stopped or lacked something of the profile, says so for the statement as well.
  const ended = 'verdict' in drive ? drive.verdict : leftIn(drive.trace)
  const isReason = ended !== undefined && ('trace' in drive || isLack(ended))
  const unmetBy = ({ shownIn }: StandingClaim<S>): Verdict | undefined =>
    isReason && shownIn?.includes(scenario) === true ? ended : undefined
  const own = planned.claims.flatMap((claim) =>
    check(claim, nameOf(claim, planned), () =>
      'trace' in drive ? claim.judge(drive.trace, facts) : drive.verdict,
    ),
  )
  const standing = plan.standing
    .filter(({ requirement }) => !planned.scenario.exempt?.includes(requirement))
    .flatMap((claim) =>
      check(
        { requirement: claim.requirement },
        `${scenario}: every exchange`,
        () => claim.judge(facts) ?? unmetBy(claim),
      )
        .filter(isNews(reported))
        .map((one): CheckResult => ({ ...one, standing: true })),
    )
  return { checks: [...own, ...standing], faults }
}

const isLack = (verdict: Verdict): boolean => verdict.kind === 'cannot-tell' && verdict.key !== undefined

function nameOf<C, S>(claim: Claim<unknown, S>, { scenario }: PlannedScenario<C, S>): string {
  return claim.name === undefined ? scenario.id : `${scenario.id}: ${claim.name}`
}

/**
 * The exchanges that the findings of a breach name. Empty for every other verdict, which rests on all that the scenario sent.
 */
function evidence(verdict: Verdict): readonly string[] {
  const findings = verdict.kind === 'failed' ? verdict.findings : []
  return [...new Set(findings.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])))]
}

/**
 * Keeps an observation only the first time. Every scenario shows the same habits of a target, and repeating them would hide
 * what differs.
 */
const isNews =
  (reported: Set<string>) =>
  ({ requirement, verdict }: CheckResult): boolean => {
    if (verdict.kind !== 'observed') return true
    const words = `${requirement}: ${verdict.what}`
    if (reported.has(words)) return false
    reported.add(words)
    return true
  }
