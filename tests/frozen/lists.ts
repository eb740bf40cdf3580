import { readFileSync } from 'node:fs'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { loadSpec } from '../../spec/index.ts'
import type { EmbeddedOptions } from '../../targets/sandbox/index.ts'
import { idsOf, openBench } from '../judge.ts'
import { type Corpus, corpora, judgeCorpus } from '../proof/corpora.ts'
import { judgeSandbox, outcomesOf } from '../proof/judged.ts'
import type { Matrix } from '../proof/matrix.ts'
import type { JudgedCell } from '../versions/cell.ts'
import type { Row, Rows } from './rows.ts'

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
const matrix = () => read<Matrix>('reports/proof/kill-matrix.json')

/** @throws Error where the last proof drove only the fewest cases of each mutant, so that most rows are missing */
function sightedMatrix(): Matrix {
  const last = matrix()
  if (last.extent === 'fewest') throw new Error('the last proof was a quick one: npm run proof')
  return last
}

/**
 * The lists that a rebuilt part of the suite is held against, each with how it is taken. `kills` and `alarms` come from the last
 * `npm run proof`, `versions` from the last `npm run versions`; the others judge now.
 */
export const lists: Readonly<Record<string, () => Rows | Promise<Rows>>> = {
  kills: () =>
    Object.fromEntries(
      sightedMatrix().mutants.map(({ mutant, killedBy }) => [mutant, { seen: Object.keys(killedBy) }]),
    ),
  alarms: () =>
    Object.fromEntries(
      matrix().alarms.map(({ variants, falseAlarms, cutOff }) => [
        variants.join(' + ') || 'the standard platform',
        { alarm: Object.keys(falseAlarms), 'cut-off': Object.keys(cutOff) },
      ]),
    ),
  versions: () =>
    Object.fromEntries(
      read<readonly JudgedCell[]>('reports/versions/versions.json').map(({ served, judged, failed }) => [
        `${served} as ${judged}`,
        { failed: Object.keys(failed) },
      ]),
    ),
  runs: wholeRuns,
  receivers: () => programs(corpora.receiver),
  clients: () => programs(corpora.client),
}

/** The outcome of every requirement in whole runs: each version, the other reading of the breaker, and real time. */
async function wholeRuns(): Promise<Rows> {
  const { versions } = await loadSpec()
  const runs: readonly (readonly [name: string, version: string | undefined, options: EmbeddedOptions])[] = [
    ...(await Promise.all(
      versions.map(async ({ id }) => [id, id, await sandboxOf({ sandboxVersion: id })] as const),
    )),
    ['breaker-counts-attempts', undefined, await sandboxOf({ variant: ['breaker-counts-attempts'] })],
    ['real time', undefined, { clock: 'real' }],
  ]
  const rows: Record<string, Row> = {}
  for (const [name, version, options] of runs) {
    const bench = await openBench(version === undefined ? {} : { version })
    const outcomes = outcomesOf(await judgeSandbox(bench, { options, scenarios: [] }))
    rows[name] = Object.groupBy(outcomes.keys(), (id) => outcomes.get(id) ?? '') as Row
  }
  return rows
}

/** The verdict on each program of one side, with what failed and warned. */
async function programs(corpus: Corpus): Promise<Rows> {
  const row = (report: Parameters<typeof idsOf>[0]): Row => ({
    verdict: [report.verdict],
    failed: idsOf(report, 'failed'),
    warned: idsOf(report, 'warned'),
  })
  const judged = await judgeCorpus(corpus)
  return Object.fromEntries(
    judged.map(({ name, isWrong, report }) => [`${isWrong ? 'wrong' : 'right'}: ${name}`, row(report)]),
  )
}
