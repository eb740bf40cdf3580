import { AssertionError } from 'node:assert'
import type { Report } from '../reporters/report.ts'

/**
 * Asserts that a run found nothing wrong, for any test runner.
 *
 * @throws AssertionError naming each requirement that failed, with its clause and what was seen, or why the run is incomplete
 */
export function assertConformant(report: Report): void {
  if (report.verdict === 'conformant') return
  const failed = report.requirements.filter(({ verdict }) => verdict === 'failed')
  const lines = failed.map(({ id, clause, reason }) => `  ${id} (${clause}): ${reason}`)
  throw new AssertionError({
    message: [`${report.target.name} is ${report.verdict}: ${report.reason}`, ...lines].join('\n'),
    actual: report.verdict,
    expected: 'conformant',
    operator: 'assertConformant',
  })
}
