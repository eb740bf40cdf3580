import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { openBench } from '../judge.ts'
import { countsOf, type SourceFile, sharedNames, sizesOf } from './count.ts'

// `npm run sizes` counts lines and files, scenarios, types called Trace, reasons, and exported names with several meanings.
// `npm run sizes -- COMMIT` counts those of an earlier commit, without its scenarios.
const [commit] = process.argv.slice(2)
const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const print = (name: string, ...values: readonly (string | number)[]) =>
  process.stdout.write(`${name.padEnd(34)}${values.map((one) => String(one).padStart(9)).join('')}\n`)

const paths = git('ls-tree', '-r', '--name-only', commit ?? 'HEAD')
  .trim()
  .split('\n')
const isText = (path: string): boolean => !/\.(png|pdf|ico|gz|woff2?)$/.test(path)
const files = paths.filter(isText).map((path): SourceFile => {
  return { path, text: commit === undefined ? readFileSync(path, 'utf8') : git('show', `${commit}:${path}`) }
})

print('', 'files', 'lines')
for (const { part, files: count, lines } of sizesOf(files)) print(part, count, lines)
for (const [name, count] of Object.entries(countsOf(files))) print(name, count)
const shared = sharedNames(files)
print('exported names with 2 meanings', shared.size)
if (commit === undefined) print('scenarios', (await openBench()).suite.scenarios.length)
