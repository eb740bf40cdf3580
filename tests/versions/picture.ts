import type { ChangelogEntry } from '../../spec/index.ts'
import type { JudgedCell } from './cell.ts'

/** Pixels: side of a cell, width of the names on the left, height of those on top. */
const [SIDE, LEFT, TOP] = [46, 100, 140]
const FONT = 'font-family="system-ui, sans-serif"'

/**
 * Draws which version can be judged as which other, as SVG. Rows are the served versions, columns those that they are judged
 * as. A cell has the number of failed requirements and a mark for each entry that explains some of them.
 *
 * @param versions newest first
 */
export function pictureOf(versions: readonly ChangelogEntry[], cells: readonly JudgedCell[]): string {
  const entries = versions.toReversed()
  const ids = entries.map(({ id }) => id)
  const size = SIDE * ids.length
  const color = (id: string) => `hsl(${Math.round((ids.indexOf(id) * 360) / ids.length)} 65% 42%)`
  const names = ids.flatMap((id, place) => [
    `<text x="${LEFT - 8}" y="${TOP + place * SIDE + 28}" text-anchor="end" font-size="13">${id}</text>`,
    `<text transform="translate(${LEFT + place * SIDE + 28} ${TOP - 8}) rotate(-60)" font-size="13">${id}</text>`,
  ])
  const legend = entries.map(({ id, change, breaking }, place) => {
    const y = TOP + size + 34 + place * 20
    const text = `${id}${breaking ? ' (breaking)' : ''}: ${change}`
    return `<rect x="${LEFT}" y="${y - 10}" width="14" height="10" fill="${color(id)}"/><text x="${LEFT + 22}" y="${y}" font-size="13">${inXml(text)}</text>`
  })
  const drawn = cells.map((cell) => drawnCell(cell, ids, color))
  const [width, height] = [Math.max(LEFT + size + 60, 840), TOP + size + 24 + entries.length * 20]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${FONT}>
<title>The sandbox of each version, judged as each version</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="20" font-size="13">Rows: the version served. Columns: the version it is judged as. Green is conformant.</text>
<text x="8" y="38" font-size="13">A number counts failed requirements, the marks name the entries that explain them.</text>
${[...names, ...drawn, ...legend].join('\n')}
</svg>
`
}

function drawnCell(cell: JudgedCell, ids: readonly string[], color: (id: string) => string): string {
  const [x, y] = [LEFT + ids.indexOf(cell.judged) * SIDE, TOP + ids.indexOf(cell.served) * SIDE]
  const failed = Object.entries(cell.failed)
  const isWrong = !cell.completed || failed.some(([, entry]) => entry === null)
  const fill = isWrong ? '#f7b9b9' : failed.length === 0 ? '#d3efd3' : '#fff6e0'
  const byEntry = Map.groupBy(failed, ([, entry]) => entry ?? 'no entry')
  const reported = [...byEntry].map(([entry, own]) => `${entry} breaks ${own.length}`).join('; ')
  const marks = [...byEntry.keys()]
    .filter((entry) => ids.includes(entry))
    .map((entry) => {
      const place = ids.indexOf(entry)
      return `<rect x="${x + 4 + (place % 7) * 5.6}" y="${y + 26 + Math.floor(place / 7) * 9}" width="4.6" height="7" fill="${color(entry)}"/>`
    })
  const number =
    failed.length === 0
      ? ''
      : `<text x="${x + SIDE / 2}" y="${y + 18}" text-anchor="middle" font-size="13">${failed.length}</text>`
  return `<g><title>${cell.served} judged as ${cell.judged}: ${reported || 'conformant'}</title><rect x="${x}" y="${y}" width="${SIDE - 2}" height="${SIDE - 2}" fill="${fill}" stroke="#ccc"/>${number}${marks.join('')}</g>`
}

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
