import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { openBench } from '../judge.ts'
import { bringingOf } from '../proof/kills.ts'
import { orderOf } from './order.ts'

/**
 * Writes the order in which a run starts scenarios: `npm run order`. It follows from the scenarios that show each mutant of the
 * sandbox, and from the recorded durations.
 */
const bench = await openBench()
const order = orderOf({
  scenarios: bench.suite.scenarios.map(({ id }) => id),
  shownIn: mutants.map((mutant) => bringingOf(bench, mutant, 'sighted').scenarios),
  durations: JSON.parse(readFileSync(resolve('test-data/durations.json'), 'utf8')),
})
writeFileSync(resolve('test-data/order.json'), `${JSON.stringify(order, null, 2)}\n`)
