import type { Requirement } from '../conformance/requirement.ts'
import { wrapped } from '../reporters/index.ts'

/** A listed requirement, with the scenarios that judge it or the reason why none does. */
export interface ListedRequirement
  extends Pick<
    Requirement,
    'id' | 'clause' | 'level' | 'side' | 'title' | 'readings' | 'since' | 'until' | 'excluded' | 'judgedBy'
  > {
  readonly checks: readonly string[]
  /** Known mistakes of teams that it catches, one sentence each. */
  readonly catches: readonly string[]
}

/** Returns the text of the column with the judging scenarios. */
function judges({ checks, excluded, judgedBy }: ListedRequirement): string {
  if (checks.length > 0) return checks.join(', ')
  if (judgedBy !== undefined) return `the requirements ${judgedBy.join(', ')}`
  return excluded === undefined ? 'nothing' : `excluded: ${excluded}`
}

/**
 * Formats a block of lines for each requirement, for reading and for grep.
 *
 * @param columns width of the terminal, for wrapping; without a terminal no line is wrapped
 */
export function plainTable(listed: readonly ListedRequirement[], columns?: number): string {
  const width = Math.max(0, ...listed.map(({ clause }) => clause.length))
  const indent = ' '.repeat(width + 2)
  const room = columns === undefined ? undefined : Math.max(columns - indent.length, LEAST)
  const below = (text: string) =>
    (room === undefined ? [text] : wrapped(text, room)).map((line) => `${indent}${line}\n`).join('')
  return listed
    .map((one) => {
      const head = [one.clause.padEnd(width), one.level.padEnd(7), one.side.padEnd(8)].join('  ')
      // An id is never split between lines, so that it can be copied.
      const fits = columns === undefined || head.length + 2 + one.id.length <= columns
      return `${fits ? `${head}  ${one.id}\n` : `${head.trimEnd()}\n${indent}${one.id}\n`}${below(one.title)}${below(judges(one))}`
    })
    .join('')
}

/** With fewer columns a text is hard to read. */
const LEAST = 24

export function markdownTable(listed: readonly ListedRequirement[]): string {
  const rows = listed.map((one) => [one.clause, one.id, one.level, one.side, one.title, judges(one)])
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  const head = ['clause', 'requirement', 'level', 'side', 'statement', 'judged by']
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('')
}
