import { parseArgs } from 'node:util'
import { glob } from '../../conformance/glob.ts'
import { perform } from './perform.ts'
import type { Program } from './programs.ts'
import { cases } from './table.ts'

// `npm run reports [-- NAME...]`: judges the small systems of `test-data/reports` and prints a table. A NAME may contain `*`.
const { positionals } = parseArgs({ allowPositionals: true })
const wanted = positionals.map((name) => ({ name, has: glob(name) }))
const chosen = cases.filter(({ id }) => wanted.length === 0 || wanted.some(({ has }) => has(id)))
const unknown = wanted.filter(({ has }) => !cases.some(({ id }) => has(id)))
const print = (line: string) => process.stdout.write(`${line}\n`)

const programs: Program[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.all(programs.map((one) => one.end()))
    process.exit(3)
  })

const WIDTH = Math.max(...cases.map(({ id }) => id.length))
let ok = 0
for (const row of chosen) {
  const began = performance.now()
  const result = await perform(row, programs)
  const seconds = Math.round((performance.now() - began) / 1000)
  if (result.ok) ok += 1
  print(
    `${result.ok ? 'ok   ' : 'WRONG'}  ${row.id.padEnd(WIDTH)}  ${String(seconds).padStart(4)} s  right: ${row.right}`,
  )
  print(
    `       ${' '.repeat(WIDTH)}          said:  exit ${result.exit ?? 'none'}: ${result.line.slice(0, 200)}`,
  )
  for (const missing of result.missing) print(`       ${' '.repeat(WIDTH)}          missing: ${missing}`)
}
for (const { name } of unknown) print(`there is no case ${name}`)
print(`${ok} of ${chosen.length} ok`)
process.exitCode = ok === chosen.length && unknown.length === 0 ? 0 : 1
