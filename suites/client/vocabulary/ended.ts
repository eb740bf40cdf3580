import type { Performance, SessionTrace } from '../../../conformance/ports/client.ts'
import type { Claim, Facts, Suite } from '../../../conformance/scenario.ts'
import { cannotTell, type Finding, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { ClientContext } from './context.ts'
import { resultOf } from './endings.ts'

/** Any breach may be why these do not hold. Other statements about the end of a session have a session of their own. */
const RESULTS: ReadonlySet<string> = new Set([
  ...['client-writes-its-result', 'client-saves-the-proposal', 'client-saves-the-policy'],
  'client-renews-after-401',
])

/** A breach that may have ended a session, with the requirement that it breaks. */
interface Breach {
  readonly requirement: string
  readonly finding: Finding
  /** True for a statement about every request. Its breach may end any session, so it explains the end of any. */
  readonly isOfAll: boolean
}

/**
 * Leaves out what follows from a breach that ended its session. A client that gives up has no documents and no result to be judged,
 * and the breach itself says why. Only a stated requirement explains anything: a recommendation may be left out.
 */
export function unlessEnded(suite: Suite<ClientContext, Spec>): Suite<ClientContext, Spec> {
  const scenarios = suite.scenarios.map((scenario) => {
    const breachesIn = (trace: SessionTrace, facts: Facts<Spec>): readonly Breach[] => {
      const verdicts = [
        ...scenario.claims.map(({ requirement, judge }) => ({
          ...{ requirement, verdict: judge(trace, facts), isOfAll: false },
        })),
        ...suite.standing
          .filter(({ requirement }) => !scenario.exempt?.includes(requirement))
          .map(({ requirement, judge }) => ({ requirement, verdict: judge(facts), isOfAll: true })),
      ]
      return verdicts
        .filter(({ requirement }) => facts.spec.requirement(requirement).level === 'must')
        .flatMap(({ requirement, verdict, isOfAll }) =>
          findingsOf(verdict)
            .filter((finding) => !isOfTheEnd(finding))
            .map((finding) => ({ requirement, finding, isOfAll })),
        )
    }
    const claims = scenario.claims.map(
      (one): Claim<unknown, Spec> => ({
        ...one,
        judge: (trace, facts) => withoutEnded(one, trace as SessionTrace, facts, breachesIn),
      }),
    )
    return { ...scenario, claims }
  })
  return { ...suite, scenarios }
}

/** Judges again without the performances that a breach ended, where only their ends were wrong. */
function withoutEnded(
  { requirement, judge }: Claim<unknown, Spec>,
  trace: SessionTrace,
  facts: Facts<Spec>,
  breachesIn: (trace: SessionTrace, facts: Facts<Spec>) => readonly Breach[],
): Verdict {
  const verdict = judge(trace, facts)
  const findings = findingsOf(verdict)
  if (findings.length === 0 || !findings.every(isOfTheEnd) || !trace.performances.some(gaveUp)) return verdict
  const breaches = breachesIn(trace, facts).filter(
    (one) => one.requirement !== requirement && (one.isOfAll || RESULTS.has(requirement)),
  )
  const ended = trace.performances.flatMap((one) => endedBy(one, breaches) ?? [])
  const [first] = ended
  if (first === undefined) return verdict
  const others = trace.performances.filter((one) => endedBy(one, breaches) === undefined)
  return others.length === 0
    ? cannotTell(`the session ended early, because ${first.requirement} failed`)
    : judge({ ...trace, performances: others }, facts)
}

const findingsOf = (verdict: Verdict | undefined): readonly Finding[] =>
  verdict?.kind === 'failed' ? verdict.findings : []

/** True for a breach that only the end of a session shows: its exit code, its files, its result. */
const isOfTheEnd = ({ exchange, at }: Finding): boolean => exchange === undefined && at !== undefined

/** True where a client says that it did not finish: by its exit code, or by the error that it wrote. */
const gaveUp = ({ runs }: Performance): boolean =>
  runs.some((run) => run.end.kind !== 'exited' || run.end.code !== 0 || resultOf(run)?.error !== undefined)

/** The breach after which nothing of a performance succeeded any more, where the client gave up. */
function endedBy(performance: Performance, breaches: readonly Breach[]): Breach | undefined {
  if (!gaveUp(performance)) return undefined
  const { requests } = performance
  const last = requests.findLastIndex(({ answer }) => answer !== undefined && answer.status < 300)
  const after = new Set(requests.slice(Math.max(last, 0)).map(({ id }) => id))
  return breaches.find(({ finding: { exchange } }) =>
    exchange === undefined ? requests.length === 0 : after.has(exchange),
  )
}
