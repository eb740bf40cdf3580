import * as allure from 'allure-js-commons'
import type { TestContext } from 'vitest'
import type { CheckResult, ScenarioFinished } from '../conformance/events.ts'
import type { Verdict } from '../conformance/verdict.ts'

/** Thrown for a target that breaks a requirement, or that could not be judged. */
class NotConformant extends Error {
  override readonly name = 'NotConformant'
}

/**
 * Reports the result of a scenario to vitest. A breach fails its test, a warning annotates it, and a scenario that could not be
 * driven is skipped with the reason. "Not exercised" is never "passed".
 */
export async function settle(
  id: string,
  finished: ScenarioFinished | undefined,
  context: TestContext,
): Promise<void> {
  if (finished === undefined) throw new NotConformant(`${id} was not driven: the run ended before`)
  const { checks } = finished
  for (const check of checks.filter(({ outcome }) => outcome !== 'not-exercised')) await tell(check)
  for (const check of checks.filter(({ outcome }) => outcome === 'warned'))
    await context.annotate(`${check.requirement}: ${wordsOf(check.verdict)}`, 'warning')
  const wrong = checks.filter((check) => check.outcome === 'failed' || isCutOff(check))
  if (wrong.length > 0)
    throw new NotConformant(
      wrong.map((check) => `${check.requirement}: ${wordsOf(check.verdict)}`).join('\n'),
    )
  const notAnnounced = checks.find(({ outcome }) => outcome === 'not-exercised')
  // "Not exercised" is not "passed": vitest reports it as skipped, with the reason.
  if (checks.every(({ outcome }) => outcome === 'not-exercised'))
    context.skip(
      notAnnounced === undefined
        ? 'nothing that was selected is judged by it'
        : wordsOf(notAnnounced.verdict),
    )
}

/** Reports each check as a step. A failed step does not end the test before the others are reported. */
async function tell({ requirement, outcome, verdict }: CheckResult): Promise<void> {
  const status = outcome === 'failed' ? allure.Status.FAILED : allure.Status.PASSED
  await allure.logStep(
    `${requirement}: ${outcome}${outcome === 'passed' ? '' : `: ${wordsOf(verdict)}`}`,
    status,
  )
}

const isCutOff = ({ verdict }: CheckResult): boolean =>
  verdict.kind === 'cannot-tell' && verdict.cutOff === true

function wordsOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'passed':
      return verdict.note ?? 'holds'
    case 'observed':
      return verdict.what
    case 'cannot-tell':
      return verdict.key === undefined ? verdict.why : `${verdict.why} (profile key ${verdict.key})`
    case 'failed':
      return verdict.findings
        .map(
          ({ expected, observed, at }) =>
            `expected ${expected}, observed ${observed}${at === undefined ? '' : ` at ${at}`}`,
        )
        .join('; ')
  }
}
