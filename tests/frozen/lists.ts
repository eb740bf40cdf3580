import { readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import type { Report } from '../../reporters/index.ts'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { loadSpec } from '../../spec/index.ts'
import type { SandboxOptions } from '../../targets/sandbox/index.ts'
import { defects as wrongClients } from '../client/defects/index.ts'
import { SESSIONS } from '../client/habits.ts'
import { idsOf, judgeFake as judgeClient } from '../client/judge.ts'
import { legal as rightClients } from '../client/legal.ts'
import { openBench } from '../judge.ts'
import { judgeSandbox, outcomesOf } from '../proof/judged.ts'
import type { Matrix } from '../proof/matrix.ts'
import { defects as wrongReceivers } from '../receiver/defects/index.ts'
import { judgeFake as judgeReceiver } from '../receiver/judge.ts'
import { legal as rightReceivers } from '../receiver/legal.ts'
import { rightScenarios, STATED } from '../receiver/right-scenarios.ts'
import type { JudgedCell } from '../versions/cell.ts'
import type { Row, Rows } from './rows.ts'

/** Partners' programs that are judged at once: most of their time is waiting. */
const AT_ONCE = 4

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
const matrix = () => read<Matrix>('reports/proof/kill-matrix.json')

/**
 * The lists that a rebuilt part of the suite is held against, each with how it is taken. `kills` and `alarms` come from the last
 * `npm run proof`, `versions` from the last `npm run versions`; the others judge now.
 */
export const lists: Readonly<Record<string, () => Rows | Promise<Rows>>> = {
  kills: () =>
    Object.fromEntries(
      matrix().mutants.map(({ mutant, killedBy }) => [mutant, { seen: Object.keys(killedBy) }]),
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
  receivers: () =>
    partners(wrongReceivers, rightReceivers, {
      wrong: (_, { changes, in: scenarios }) => judgeReceiver(changes, [scenarios].flat()),
      right: (name, changes) =>
        judgeReceiver(changes, rightScenarios(name), { effectsMs: 5000, ...STATED[name] }),
    }),
  clients: () =>
    partners(wrongClients, rightClients, {
      wrong: (name, { in: scenarios }) => judgeClient(name, scenarios),
      right: (name) => judgeClient(name, SESSIONS),
    }),
}

/** The outcome of every requirement in whole runs: each version, the other reading of the breaker, and real time. */
async function wholeRuns(): Promise<Rows> {
  const { versions } = await loadSpec()
  const runs: readonly (readonly [name: string, version: string | undefined, options: SandboxOptions])[] = [
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

interface Judging<Wrong, Right> {
  wrong(name: string, defect: Wrong): Promise<Report>
  right(name: string, changes: Right): Promise<Report>
}

/** Judges wrong and right programs of one side. */
async function partners<Wrong, Right>(
  wrong: Readonly<Record<string, Wrong>>,
  right: Readonly<Record<string, Right>>,
  judging: Judging<Wrong, Right>,
): Promise<Rows> {
  const limit = pLimit(AT_ONCE)
  const row = async (subject: string, report: Promise<Report>): Promise<readonly [string, Row]> => {
    const { verdict } = await report
    return [
      subject,
      { verdict: [verdict], failed: idsOf(await report, 'failed'), warned: idsOf(await report, 'warned') },
    ]
  }
  const all = [
    ...Object.entries(wrong).map(
      ([name, one]) =>
        () =>
          row(`wrong: ${name}`, judging.wrong(name, one)),
    ),
    ...Object.entries(right).map(
      ([name, one]) =>
        () =>
          row(`right: ${name}`, judging.right(name, one)),
    ),
  ]
  return Object.fromEntries(await Promise.all(all.map((judge) => limit(judge))))
}
