import type { Outcome } from '../conformance/outcome.ts'
import type { ReportedRequirement } from './report.ts'
import { bySection } from './sections.ts'
import { outcomeStyles, type Style } from './style.ts'

const columns: readonly Outcome[] = ['passed', 'failed', 'warned', 'observed', 'not-exercised']

/** A table with the number of requirements for each verdict: a line for each section and one for all. */
export function verdictTable(requirements: readonly ReportedRequirement[], style: Style): string[] {
  const sections = bySection(requirements).map(({ number, title, members }) => ({
    name: `${number} ${title}`,
    members,
  }))
  const rows = [...sections, { name: 'all', members: requirements }]
  const width = Math.max(...rows.map(({ name }) => name.length))
  const head = ['section'.padEnd(width), ...columns].join('  ')
  return [
    style('bold', head),
    ...rows.map(({ name, members }) => {
      const cells = columns.map((outcome) => {
        const count = members.filter(({ verdict }) => verdict === outcome).length
        const cell = String(count === 0 ? '.' : count).padStart(outcome.length)
        return count === 0 ? style('dim', cell) : style(outcomeStyles[outcome], cell)
      })
      return [name.padEnd(width), ...cells].join('  ')
    }),
  ]
}
