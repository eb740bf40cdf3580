import { grouped, TITLES, verdictOf, type WriterInput, whom } from './summary.ts'
import { someOf } from './text.ts'

/** A comparison as Markdown, for a pull request. */
export function changesMarkdown(written: WriterInput): string {
  const { old, now, changes, weighed } = written
  const allowances = new Map(weighed.allowed)
  return [
    `# ${cell(old.name)} (${cell(old.version)}) to ${cell(now.name)} (${cell(now.version)})`,
    '',
    verdictOf(written),
    ...grouped(changes).flatMap(([effect, members]) => [
      '',
      `## ${TITLES[effect]}`,
      '',
      '| change | place | why | whom |',
      '| --- | --- | --- | --- |',
      ...members.map((change) => {
        const allowed = allowances.get(change)
        const until =
          allowed === undefined ? '' : ` (allowed until ${allowed.expires}: ${cell(allowed.reason)})`
        const where = change.within.length === 0 ? '' : `: ${cell(someOf(change.within))}`
        return `| ${change.kind} | \`${cell(change.at)}\` | ${cell(change.reason)}${until} | ${whom(change)}${where} |`
      }),
    ]),
    '',
  ].join('\n')
}

const cell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ')
