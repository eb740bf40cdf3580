import type { ReportedCause } from './causes.ts'
import { cutOffs } from './cut-off.ts'
import { markdownText } from './markdown.ts'
import { shorten } from './printable.ts'
import { count, endSentence } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { verdictWord } from './verdict-word.ts'

const MOST_ROWS = 50
const LONGEST = 300
const MOST_IDS = 5

/**
 * The result of a run as Markdown, for the page of a CI job. Text of a target is escaped: it becomes no markup, link or
 * picture.
 */
export function jobSummary(report: Report): string {
  const { target, reason, summary, requirements, suite, end, causes = [] } = report
  const figures = Object.entries(summary)
  return [
    ...(end?.how === 'broken' && end.cause === 'suite' ? [`**${markdownText(endSentence(end))}**`, ''] : []),
    `## ${verdictWord(report)}: ${markdownText(target.name)}`,
    '',
    `${markdownText(reason)}. Judged by ${markdownText(target.apiVersion)} with ${markdownText(suite.name)} ${markdownText(suite.version)}, seed ${report.seed}.`,
    '',
    row(['passed', 'failed', 'warned', 'observed', 'not exercised']),
    row(figures.map(() => '---:')),
    row(figures.map(([, many]) => String(many))),
    ...breaches('Failed', causes, requirements, 'failed'),
    ...breaches('Warned', causes, requirements, 'warned'),
    ...undecided(report),
    '',
  ].join('\n')
}

/** A row for each reason for which judging was cut off. */
function undecided(report: Report): readonly string[] {
  const found = cutOffs(report)
  if (found.length === 0) return []
  const more = found.length - MOST_ROWS
  return [
    '',
    '### Cut off',
    '',
    row(['requirements', 'reason']),
    row(['---', '---']),
    ...found
      .slice(0, MOST_ROWS)
      .map(([reason, ids]) => row([names(ids), markdownText(shorten(reason, LONGEST))])),
    ...(more > 0 ? ['', `and ${count(more, 'more reason')}`] : []),
  ]
}

/** A row for each cause, with the requirements that it breaks. */
function breaches(
  title: string,
  causes: readonly ReportedCause[],
  requirements: readonly ReportedRequirement[],
  verdict: ReportedCause['verdict'],
): readonly string[] {
  const own = causes.filter((cause) => cause.verdict === verdict)
  if (own.length === 0) return []
  const more = own.length - MOST_ROWS
  const byId = new Map(requirements.map((one) => [one.id, one]))
  return [
    '',
    `### ${title}`,
    '',
    row(['requirements', 'clause', 'what is stated', 'what was found', 'reproduction']),
    row(['---', '---', '---', '---', '---']),
    ...own.slice(0, MOST_ROWS).map((cause) => causeRow(cause, byId)),
    ...(more > 0 ? ['', `and ${count(more, 'more cause')}`] : []),
  ]
}

function causeRow(cause: ReportedCause, byId: ReadonlyMap<string, ReportedRequirement>): string {
  const ids = [...cause.requirements, ...(cause.following ?? [])]
  const first = byId.get(ids[0] ?? '')
  const [seen = ''] = cause.observed
  return row([
    names(ids),
    markdownText(first?.clause ?? ''),
    markdownText(first?.title ?? ''),
    markdownText(shorten(`expected ${cause.expected}, observed ${seen}`, LONGEST)) +
      (cause.times > 1 ? `, ${count(cause.times, 'time')}` : ''),
    cause.reproduction === undefined ? '' : markdownText(cause.reproduction),
  ])
}

function names(ids: readonly string[]): string {
  const others = ids.length - MOST_IDS
  return ids.slice(0, MOST_IDS).map(markdownText).join('<br>') + (others > 0 ? `<br>and ${others} more` : '')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
