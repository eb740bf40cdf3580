import type { ChangelogEntry } from '../../spec/index.ts'
import type { JudgedCell } from './cell.ts'

/**
 * Writes the page about the versions, in Markdown.
 *
 * @param versions newest first
 */
export function documentOf(versions: readonly ChangelogEntry[], cells: readonly JudgedCell[]): string {
  const ids = versions.map(({ id }) => id).toReversed()
  const at = (served: string | undefined, judged: string | undefined) =>
    cells.find((one) => one.served === served && one.judged === judged)
  const number = (cell: JudgedCell | undefined) =>
    cell === undefined ? '?' : String(Object.keys(cell.failed).length || '·')
  const steps = ids.slice(1).map((id, place) => {
    const before = ids[place]
    const entry = versions.find((one) => one.id === id)
    return `| ${id} | ${entry?.change ?? ''} | ${listed(at(before, id))} | ${listed(at(id, before))} |`
  })
  return `# Versions

Made by \`npm run versions -- --docs\`: the sandbox of each version, judged as each version. ${extentOf(cells)} A dot stands for a conformant run, a number for failed requirements. An entry of the changelog explains each of them.

![Who may be judged by whom](../screenshots/versions.svg)

| served, judged as | ${ids.join(' | ')} |
| --- |${' --- |'.repeat(ids.length)}
${ids.map((served) => `| ${served} | ${ids.map((judged) => number(at(served, judged))).join(' | ')} |`).join('\n')}

## What each entry breaks

A platform that has not followed an entry fails what it added. A platform that has followed it is judged as of the version before
as well: additions break nothing there.

| entry | change | fails without it | fails with it, judged as before |
| --- | --- | --- | --- |
${steps.join('\n')}
`
}

const extentOf = (cells: readonly JudgedCell[]): string =>
  cells.every(({ isWhole }) => isWhole)
    ? 'Every scenario was driven, with one generated case for each property.'
    : 'Only scenarios that together show every entry were driven (`--quick`).'

const listed = (cell: JudgedCell | undefined): string =>
  Object.keys(cell?.failed ?? {})
    .toSorted()
    .map((id) => `\`${id}\``)
    .join(', ') || 'nothing'
