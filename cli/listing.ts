import type { Requirement } from '../conformance/requirement.ts'

/** A requirement as it is listed: with the scenarios that judge it, or why none does. */
export interface ListedRequirement
  extends Pick<
    Requirement,
    | 'id'
    | 'clause'
    | 'level'
    | 'side'
    | 'title'
    | 'readings'
    | 'since'
    | 'until'
    | 'excluded'
    | 'awaits'
    | 'judgedBy'
  > {
  readonly checks: readonly string[]
  /** Known mistakes of teams that it catches, a sentence each. */
  readonly catches: readonly string[]
}

/** Returns the text of the column of checks. */
function judges({ checks, excluded, awaits, judgedBy }: ListedRequirement): string {
  if (checks.length > 0) return checks.join(', ')
  if (judgedBy !== undefined) return `the requirements ${judgedBy.join(', ')}`
  if (excluded !== undefined) return `excluded: ${excluded}`
  return awaits === undefined ? 'nothing' : `waits for: ${awaits}`
}

/** A block of lines for each requirement, for reading and for grep. */
export function plainTable(listed: readonly ListedRequirement[]): string {
  const width = Math.max(0, ...listed.map(({ clause }) => clause.length))
  return listed
    .map((one) => {
      const head = [one.clause.padEnd(width), one.level.padEnd(7), one.side.padEnd(8), one.id].join('  ')
      return `${head}\n${' '.repeat(width)}  ${one.title}\n${' '.repeat(width)}  ${judges(one)}\n`
    })
    .join('')
}

export function markdownTable(listed: readonly ListedRequirement[]): string {
  const rows = listed.map((one) => [one.clause, one.id, one.level, one.side, one.title, judges(one)])
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  const head = ['clause', 'requirement', 'level', 'side', 'statement', 'judged by']
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('')
}
