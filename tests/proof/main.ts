import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openJournal } from './journal.ts'
import { pageOf } from './page.ts'
import { perform } from './perform.ts'
import { openPool } from './pool.ts'
import { progressOn } from './progress.ts'
import { record } from './record.ts'

// `npm run proof`: judges every mutant and every variant of the sandbox, prints the kill matrix and writes it as JSON and page. It drives for
// each mutant all scenarios that can see it, takes about half an hour, and prints problems at once. Lists of this form can be compared (`npm run
// frozen`). `--quick` drives for each mutant the fewest cases that show it. `--everything` drives all scenarios for each, and each variant
// alone and with every other one: that takes hours. `--continue` goes on where an earlier proof was stopped. It judges again every
// platform with a problem. `--generated 40 --seed 7` judges only right platforms with random sets of variants.
// `--record` writes what was seen of each judged mutant into test-data/sightings.json, where it differs from what is recorded there.
// With `--everything` it also writes what else sees it, and with `--quick` it looks for fewer cases.
const { values } = parseArgs({
  options: {
    continue: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    everything: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    generated: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'reports/proof' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

const out = resolve(values.out)
await mkdir(out, { recursive: true })
const extent = values.everything ? 'whole' : values.quick ? 'fewest' : 'sighted'
const journal = openJournal(join(out, `judged-${extent}.jsonl`), values.continue)
const progress = progressOn(process.stderr)

const pool = openPool()
const began = performance.now()
const matrix = await perform(pool, {
  extent,
  only: values.only,
  narrows: values.record && extent === 'fewest',
  ...(values.generated !== undefined && {
    generated: { count: Number(values.generated), seed: Number(values.seed) },
  }),
  known: journal.known,
  judged(what, done, of) {
    journal.add(what)
    progress(what, done, of)
  },
})
await pool.close()

await writeFile(join(out, 'kill-matrix.json'), `${JSON.stringify(matrix, null, 1)}\n`)
await writeFile(join(out, 'kill-matrix.html'), pageOf(matrix))

if (values.record) await record(matrix.mutants, extent)

const { totals, remarks, problems } = matrix
if (values.generated === undefined) {
  // With `--only` nearly all are without one.
  if (values.only.length === 0)
    print(`requirements  ${totals.requirements} that can be broken, ${totals.uncovered} without a mutant`)
  print(
    `mutants       ${totals.mutants}: ${totals.killed} killed by what they name, ${totals.killedByOthers} by others only, ${totals.survived} survived`,
  )
}
const usual = extent === 'whole' ? ' with every pair, and alone' : ''
const how = values.generated === undefined ? usual : ' chosen by chance'
print(
  `variants      ${totals.variants}, in ${totals.combinations} combinations${how}: ${totals.falseAlarms} false alarms`,
)
for (const problem of problems) print(`- ${problem}`)
for (const remark of remarks) print(`(${remark})`)
if (values.record) print('(test-data/sightings.json has what these runs showed and it lacked)')
print(`${Math.round((performance.now() - began) / 1000)} s; ${relative('.', join(out, 'kill-matrix.html'))}`)
process.exitCode = problems.length === 0 ? 0 : 1
