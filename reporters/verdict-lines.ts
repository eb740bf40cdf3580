import type { Report } from './report.ts'

/** One line of JSON for each requirement: id, clause, level, title, verdict and reason. */
export function verdictLines({ requirements }: Report): string {
  return requirements.map(({ checks, ...requirement }) => `${JSON.stringify(requirement)}\n`).join('')
}
