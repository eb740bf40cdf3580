import type { CheckedFile, TracedFinding } from '../check.ts'
import { type JunitFacts, junitOf } from './junit.ts'
import { sourceOf } from './text.ts'

/** The results for files as JUnit XML. Open findings are written as the suite's output. */
export function checkJunit(files: readonly CheckedFile[], facts: JunitFacts): string {
  return junitOf(
    files.map(({ file, consumer, interactions }) => ({
      file,
      consumer,
      reported: interactions.flatMap(({ findings }) => linesOf(findings, 'open')),
      cases: interactions.map(({ description, at, findings }) => ({
        description,
        at,
        failures: linesOf(findings, 'failed'),
      })),
    })),
    facts,
  )
}

const linesOf = (findings: readonly TracedFinding[], verdict: 'failed' | 'open'): readonly string[] =>
  findings.filter((one) => one.verdict === verdict).map(line)

const line = (finding: TracedFinding): string =>
  `${finding.at}: specified ${finding.expected}; the file: ${finding.observed}. ${finding.reason} (${sourceOf(finding)})`
