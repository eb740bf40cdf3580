import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSpec } from '../../spec/index.ts'
import { openPool } from '../proof/pool.ts'
import { isAsStated, type JudgedCell, SIGHTED, unexplainedIn } from './cell.ts'
import { documentOf } from './document.ts'
import { pictureOf } from './picture.ts'

// `npm run versions`: judges the sandbox of each version as of each version, and draws which changelog entry breaks what.
// `--quick` drives only scenarios that together show every entry; without it a cell takes some ten times as long. `--judged V`
// runs one column only; cells of earlier calls are kept, so the matrix can be made in parts. `--draw` only draws, and `--docs`
// draws into docs/.
const { values } = parseArgs({
  options: {
    judged: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'reports/versions' },
    quick: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

const { versions } = await loadSpec()
const ids = versions.map(({ id }) => id).toReversed()
const asked = values.draw ? [] : ids
const wanted = values.judged.length === 0 ? asked : ids.filter((id) => values.judged.includes(id))
const out = resolve(values.out)
const file = join(out, 'versions.json')
await mkdir(out, { recursive: true })

const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly JudgedCell[]) : []
const scenarios = values.quick ? SIGHTED : []
const pool = openPool()
const began = performance.now()
const judgedNow = await Promise.all(
  wanted.flatMap((judged) =>
    ids.map((served) => pool.perform({ kind: 'cell', cell: { served, judged }, scenarios })),
  ),
)
await pool.close()
const all = [...earlier.filter(({ judged }) => !wanted.includes(judged)), ...judgedNow]
const places = (one: JudgedCell) => ids.indexOf(one.judged) * ids.length + ids.indexOf(one.served)
const cells = all.toSorted((one, other) => places(one) - places(other))
await writeFile(file, `${JSON.stringify(cells, null, 1)}\n`)

const wrong: string[] = []
for (const cell of cells) {
  if (await isAsStated(cell)) continue
  const fails = Object.keys(cell.failed).length > 0 ? 'fails' : 'does not fail'
  wrong.push(
    `- ${cell.served} as ${cell.judged}: ${cell.completed ? '' : 'incomplete; '}${fails}; unexplained: ${unexplainedIn(cell).join(', ') || 'none'}`,
  )
}
for (const line of wrong) print(line)

const picture = join(values.docs ? 'docs/screenshots' : out, 'versions.svg')
await writeFile(picture, pictureOf(versions, cells))
if (values.docs) await writeFile('docs/reference/versions.md', documentOf(versions, cells))
const conformant = cells.filter(({ failed, completed }) => completed && Object.keys(failed).length === 0)
const diagonal = conformant.filter(({ served, judged }) => served === judged)
print(
  `${cells.length} of ${ids.length ** 2} cells: ${conformant.length} conformant, of them ${diagonal.length} on the diagonal; ${wrong.length} not as the changelog says`,
)
print(`${Math.round((performance.now() - began) / 1000)} s; ${relative('.', resolve(picture))}`)
process.exitCode = wrong.length === 0 && cells.length === ids.length ** 2 ? 0 : 1
