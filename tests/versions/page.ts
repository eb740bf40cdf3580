import type { JudgedCell } from './cell.ts'

const style = `body{font:15px/1.5 system-ui;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:center;font-size:.8rem}
th{background:#f4f4f4}.good{background:#d9f2d9}.bad{background:#ffe3b8}.worse{background:#f7b9b9}`

/** Draws who may be judged by whom: a row for each version that is served, a column for each that it is judged as. */
export function pageOf(versions: readonly string[], cells: readonly JudgedCell[]): string {
  const row = (served: string) =>
    `<tr><th>${served}</th>${versions.map((judged) => drawn(cells.find((one) => one.served === served && one.judged === judged))).join('')}</tr>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Versions</title><style>${style}</style></head><body>
<h1>Versions</h1>
<p>Rows are served, columns are what they are judged as. An empty cell is conformant; others name the entries that explain each failure and how many.</p>
<table><tr><th></th>${versions.map((id) => `<th>${id}</th>`).join('')}</tr>
${versions.map(row).join('\n')}
</table></body></html>
`
}

function drawn(cell: JudgedCell | undefined): string {
  if (cell === undefined) return '<td>not judged</td>'
  const failed = Object.entries(cell.failed)
  if (!cell.completed) return '<td class="worse">incomplete</td>'
  if (failed.length === 0) return '<td class="good"></td>'
  const byEntry = Object.entries(Object.groupBy(failed, ([, entry]) => entry ?? 'unexplained'))
  const isExplained = failed.every(([, entry]) => entry !== undefined)
  const title = failed.map(([id]) => id).join(', ')
  return `<td class="${isExplained ? 'bad' : 'worse'}" title="${title}">${byEntry.map(([entry, own]) => `${entry}: ${own?.length ?? 0}`).join('<br>')}</td>`
}
