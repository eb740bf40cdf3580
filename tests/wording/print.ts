import { parseArgs } from 'node:util'
import { REPLACED } from './coined.ts'
import { found } from './found.ts'

// `npm run words`: counts the coined words of the glossary that are left, by where they stand. `-- --list` names each place.
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const all = await found()
const kinds = [...new Set(all.map(({ kind }) => kind))]
const header = ['', ...REPLACED.keys(), 'all']
const rows = kinds.map((kind) => {
  const own = all.filter((one) => one.kind === kind && one.coined !== undefined)
  return [
    kind,
    ...[...REPLACED.keys()].map((word) => own.filter(({ coined }) => coined === word).length),
    own.length,
  ]
})
const widths = header.map((_, column) =>
  Math.max(...[header, ...rows].map((row) => String(row[column]).length)),
)
for (const row of [header, ...rows])
  process.stdout.write(
    `${row.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join('  ')}\n`,
  )
if (values.list)
  for (const { kind, coined, file, text } of all)
    if (coined !== undefined)
      process.stdout.write(`${kind}\t${coined}\t${file}\t${text.replaceAll(/\s+/g, ' ').trim()}\n`)
