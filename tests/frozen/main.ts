import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readTable } from '../../conformance/table.ts'
import { type Explanation, explained } from './explained.ts'
import { lists } from './lists.ts'
import { type Difference, differencesOf, type Rows, textOf } from './rows.ts'

// `npm run frozen -- take [LIST...]` writes lists of verdicts into `--out`, `npm run frozen -- compare [LIST...]` compares those of
// two folders, each requirement of each subject by itself. Without a LIST it is all of them. The reasons of known differences are in
// `explained.yaml` beside the frozen lists. A difference without one makes `compare` end with 1, and nothing to compare with 2.
const FROZEN = 'test-data/frozen'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string', default: FROZEN },
    out: { type: 'string', default: 'reports/frozen' },
  },
})
const [action = '', ...given] = positionals
const names = given.length === 0 ? Object.keys(lists) : given
const unknown = names.find((name) => lists[name] === undefined)
if (unknown !== undefined || !['take', 'compare'].includes(action)) {
  process.stderr.write(`npm run frozen -- take|compare [${Object.keys(lists).join('|')}]...\n`)
  process.exit(2)
}
const print = (line: string) => process.stdout.write(`${line}\n`)
const fileOf = (folder: string, name: string) => join(resolve(folder), `${name}.json`)

const take = async (name: string): Promise<void> => {
  const rows = await lists[name]?.()
  if (rows === undefined) return
  await mkdir(values.out, { recursive: true })
  await writeFile(fileOf(values.out, name), textOf(rows))
  print(`${name}: ${Object.keys(rows).length} subjects in ${join(values.out, `${name}.json`)}`)
}

const lineOf = ({ subject, result, requirement, change }: Difference): string =>
  `- ${subject}: ${result === undefined ? 'the whole subject' : `${requirement} ${result}`} (${change})`

/** The reasons of differences by list; none where another folder is compared with. */
const reasonsFile = join(resolve(values.before), 'explained.yaml')
const reasons: Readonly<Record<string, readonly Explanation[]>> = existsSync(reasonsFile)
  ? readTable('explained.yaml', pathToFileURL(reasonsFile).href)
  : {}

/** Prints the differences of one list with their reasons, and returns the number of those without one. */
const compare = async (name: string): Promise<number> => {
  const read = async (folder: string): Promise<Rows> =>
    JSON.parse(await readFile(fileOf(folder, name), 'utf8'))
  const [before, after] = await Promise.all([read(values.before), read(values.out)])
  const differences = differencesOf(before, after)
  const { by, open } = explained(differences, reasons[name] ?? [])
  const counts = `${differences.length} differences, ${open.length} without a reason`
  print(`${name}: ${Object.keys(after).length} subjects, ${counts}`)
  for (const [{ change, why }, own] of by)
    print(own.length === 0 ? `  (no difference any more: ${why})` : `  ${own.length} ${change}: ${why}`)
  for (const one of open) print(lineOf(one))
  return open.length
}

let [unexplained, compared] = [0, 0]
for (const name of names) {
  if (action === 'take') await take(name)
  else if (given.length > 0 || existsSync(fileOf(values.out, name))) {
    unexplained += await compare(name)
    compared += 1
  } else print(`${name}: not taken`)
}
// Nothing compared is no agreement.
if (action === 'compare' && compared === 0) process.exitCode = 2
else process.exitCode = unexplained === 0 ? 0 : 1
