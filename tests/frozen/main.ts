import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lists } from './lists.ts'
import { type Difference, differencesOf, type Rows, textOf } from './rows.ts'

// `npm run frozen -- take [LIST...]` writes lists of verdicts into `--out`, `npm run frozen -- compare [LIST...]` compares those of
// two folders, each requirement of each subject by itself. Without a LIST it is all of them. A difference makes `compare` end with 1, and nothing
// to compare with 2.
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

/** Prints the differences of one list, and returns their number. */
const compare = async (name: string): Promise<number> => {
  const read = async (folder: string): Promise<Rows> =>
    JSON.parse(await readFile(fileOf(folder, name), 'utf8'))
  const [before, after] = await Promise.all([read(values.before), read(values.out)])
  const differences = differencesOf(before, after)
  print(`${name}: ${Object.keys(after).length} subjects, ${differences.length} differences`)
  for (const one of differences) print(lineOf(one))
  return differences.length
}

let [differences, compared] = [0, 0]
for (const name of names) {
  if (action === 'take') await take(name)
  else if (given.length > 0 || existsSync(fileOf(values.out, name))) {
    differences += await compare(name)
    compared += 1
  } else print(`${name}: not taken`)
}
// Nothing compared is no agreement.
if (action === 'compare' && compared === 0) process.exitCode = 2
else process.exitCode = differences === 0 ? 0 : 1
