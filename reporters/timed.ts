import type { Measured } from '../conformance/verdict.ts'
import { count } from './prose.ts'
import type { Report } from './report.ts'
import type { Style } from './style.ts'

const widthOf = ({ leastMs, mostMs }: Measured): number => mostMs - leastMs

/**
 * Counts the checks whose times were not measured closely enough, and names the requirements that no other check decided.
 * Empty where each was decided.
 */
export function timedLines({ requirements }: Pick<Report, 'requirements'>, style: Style): string[] {
  const checks = requirements.flatMap((one) => one.checks)
  const timed = checks.filter(({ measured }) => measured !== undefined)
  const open = timed.filter(({ verdict }) => verdict === 'not-exercised')
  if (open.length === 0) return []
  const widest = Math.max(...open.flatMap(({ measured }) => (measured ? widthOf(measured) : [])))
  const ids = requirements.flatMap(({ id, verdict, checks: own }) =>
    verdict === 'not-exercised' && own.some((one) => open.includes(one)) ? [id] : [],
  )
  return [
    '',
    style('bold', `not measured closely enough: ${open.length} of ${count(timed.length, 'check')} of times`),
    `  the widest measurement leaves ${widest} ms open; a quiet machine measures more closely`,
    ids.length === 0
      ? '  each of their requirements was decided by another check'
      : `  decided by no other check: ${ids.join(', ')}`,
  ]
}
