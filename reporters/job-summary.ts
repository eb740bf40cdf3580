import { shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'

const MOST_ROWS = 50
const LONGEST = 300

/** The end of a run as Markdown, for the page of a CI job. Text of a target stays text in it: no markup, no link, no picture. */
export function jobSummary(report: Report): string {
  const { target, verdict, reason, summary, requirements, suite } = report
  const of = (wanted: ReportedRequirement['verdict']) => requirements.filter((one) => one.verdict === wanted)
  const figures = Object.entries(summary)
  return [
    `## ${verdict}: ${text(target.name)}`,
    '',
    `${text(reason)}. Judged by ${text(target.apiVersion)} with ${text(suite.name)} ${text(suite.version)}, seed ${report.seed}.`,
    '',
    row(['passed', 'failed', 'warned', 'observed', 'not exercised']),
    row(figures.map(() => '---:')),
    row(figures.map(([, many]) => String(many))),
    ...breaches('Failed', of('failed')),
    ...breaches('Warned', of('warned')),
    '',
  ].join('\n')
}

function breaches(title: string, members: readonly ReportedRequirement[]): readonly string[] {
  if (members.length === 0) return []
  const more = members.length - MOST_ROWS
  return [
    '',
    `### ${title}`,
    '',
    row(['requirement', 'clause', 'what is stated', 'what was found']),
    row(['---', '---', '---', '---']),
    ...members
      .slice(0, MOST_ROWS)
      .map(({ id, clause, title: statement, reason, reproduction }) =>
        row([
          text(id),
          text(clause),
          text(statement),
          text(shorten(reason, LONGEST)) +
            (reproduction === undefined ? '' : `, script ${text(reproduction)}`),
        ]),
      ),
    ...(more > 0 ? ['', `and ${count(more, 'more requirement')}`] : []),
  ]
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Every character that Markdown or HTML could take for its own becomes a reference to itself. */
function text(plain: string): string {
  return plain
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[^\p{L}\p{N} .,/]/gu, (character) => `&#${character.codePointAt(0)};`)
}
