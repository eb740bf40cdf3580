import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSpec } from '../../spec/index.ts'
import { isToFail, type JudgedCell, judgeCell } from './cell.ts'
import { pageOf } from './page.ts'

// `npm run versions`: judges the sandbox of each version as each version, and draws which entry of the changelog breaks what.
const { values } = parseArgs({ options: { out: { type: 'string', default: 'reports/versions' } } })
const print = (line: string) => process.stdout.write(`${line}\n`)

const { versions } = await loadSpec()
const ids = versions.map(({ id }) => id).toReversed()
const cells: JudgedCell[] = []
let problems = 0
for (const judged of ids)
  for (const served of ids) {
    const cell = await judgeCell({ served, judged })
    cells.push(cell)
    const unexplained = Object.entries(cell.failed).flatMap(([id, entry]) =>
      entry === undefined ? [id] : [],
    )
    const fails = Object.keys(cell.failed).length > 0
    const isRight = cell.completed && unexplained.length === 0 && fails === (await isToFail(cell))
    if (isRight) continue
    problems += 1
    print(
      `- ${served} as ${judged}: ${cell.completed ? '' : 'incomplete; '}${fails ? 'fails' : 'does not fail'}; unexplained: ${unexplained.join(', ') || 'none'}`,
    )
  }

const out = resolve(values.out)
await mkdir(out, { recursive: true })
await writeFile(join(out, 'versions.json'), `${JSON.stringify(cells, null, 1)}\n`)
await writeFile(join(out, 'versions.html'), pageOf(ids, cells))
print(
  `${cells.length} cells, ${problems} not as the changelog says; ${relative('.', join(out, 'versions.html'))}`,
)
process.exitCode = problems === 0 ? 0 : 1
