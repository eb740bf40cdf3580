import type { Outcome } from '../../conformance/outcome.ts'
import type { Report, ReportedRequirement } from '../report.ts'
import { bySection } from '../sections.ts'

/** The word of the format for each outcome. A warning and an observation fail nothing. */
const STATUS: Readonly<Record<Outcome, 'passed' | 'failed' | 'skipped' | 'other'>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'other',
  observed: 'other',
  'not-exercised': 'skipped',
}

/** A report in the Common Test Report Format: one test for each requirement, one suite for each section of the specification. */
export function ctrfOf(report: Report): object {
  const tests = bySection(report.requirements).flatMap(({ number, title, members }) =>
    members.map((member) => testOf(member, `${number} ${title}`)),
  )
  const count = (status: string) => tests.filter((one) => one.status === status).length
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: `${report.suite.name} ${report.suite.version}`,
    timestamp: report.finishedAt,
    results: {
      tool: { name: report.suite.name, version: report.suite.version },
      summary: {
        ...{
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
        },
        ...{ pending: 0, other: count('other') },
        ...{ start: Date.parse(report.startedAt), stop: Date.parse(report.finishedAt) },
      },
      environment: {
        testEnvironment: report.target.environment,
        extra: {
          target: report.target.name,
          apiVersion: report.target.apiVersion,
          seed: report.seed,
          verdict: report.verdict,
        },
      },
      tests,
    },
  }
}

function testOf({ id, clause, level, title, verdict, reason, checks }: ReportedRequirement, suite: string) {
  return {
    name: `${id}: ${title}`,
    status: STATUS[verdict],
    rawStatus: verdict,
    duration: Math.round(checks.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    suite: [suite],
    tags: [level, clause],
    ...(verdict !== 'passed' && { message: reason }),
  }
}
