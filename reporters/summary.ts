import { breachLines } from './breaches.ts'
import type { Conformance } from './conclusion.ts'
import { counterexampleLines } from './counterexample.ts'
import { coverageLines } from './coverage.ts'
import { printable } from './printable.ts'
import { endSentence } from './prose.ts'
import type { Report } from './report.ts'
import { type Style, styleFor } from './style.ts'
import { verdictTable } from './table.ts'
import { timedLines } from './timed.ts'
import { cutOffLines, furtherCheckLines, unexercisedLines } from './unexercised.ts'
import { verdictWord } from './verdict-word.ts'

const verdictStyles: Readonly<Record<Conformance, 'green' | 'red' | 'yellow'>> = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
}

/** So few requirements passed where a run ends at its first deliveries. */
const FEW = 5

/** The end of a run for people, safe to print on a terminal whatever the target answered. It ends with the verdict. */
export function summaryText(
  report: Report,
  options: { readonly color: boolean; readonly folder?: string },
): string {
  const style = styleFor(options.color)
  const lines = [
    '',
    ...faultLines(report, style),
    targetLine(report),
    ...(isGivenUp(report) ? [] : ['', ...verdictTable(report.requirements, style)]),
    ...breachLines(report, style, options.folder),
    ...counterexampleLines(report.counterexamples ?? [], report, style, options.folder),
    ...(isGivenUp(report)
      ? []
      : [
          ...unexercisedLines(report, style),
          ...furtherCheckLines(report, style),
          ...cutOffLines(report, style),
          ...timedLines(report, style),
          ...coverageLines(report.coverage ?? [], style),
        ]),
    '',
    ...(options.folder === undefined ? [] : folderLines(options.folder)),
    verdictLine(report, style),
  ]
  return `${lines.join('\n')}\n`
}

/** Ended by an obstacle before much was judged: lists of what was not judged would say this once for each requirement. */
const isGivenUp = ({ end, summary }: Report): boolean =>
  end?.how === 'broken' && end.cause !== 'suite' && summary.passed < FEW

/** A fault of the suite is reported before anything about the target. */
function faultLines({ end }: Report, style: Style): readonly string[] {
  if (end?.how !== 'broken' || end.cause !== 'suite') return []
  return [style('red', printable(endSentence(end))), '']
}

/** The folder, and the file in it to open first. */
const folderLines = (folder: string): readonly string[] => [
  `reports: ${printable(folder)}`,
  `open:    ${printable(folder)}/report.html`,
]

function targetLine({ target, seed }: Report): string {
  const { name, environment, baseUrl, apiVersion } = target
  return printable(`${name} (${environment}, ${apiVersion}) at ${baseUrl}, seed ${seed}`)
}

function verdictLine(report: Report, style: Style): string {
  const textStyle = report.emptyShard === true ? 'yellow' : verdictStyles[report.verdict]
  return `verdict: ${style(textStyle, verdictWord(report))}: ${printable(report.reason)}`
}
