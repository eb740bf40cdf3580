import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { RunEvent } from '../../conformance/events.ts'
import { openBench } from '../judge.ts'
import { runOnSandbox } from '../proof/judged.ts'
import type { Pick } from './changed.ts'
import { countContents } from './count-contents.ts'
import { countEvents } from './count-events.ts'

// `npm run ledgers` changes what a run of the sandbox recorded, one thing at a time, and prints how often that is noticed. First one
// event is lost, doubled, too early or late. Then one value, code or header of an answer or a delivery is another.
const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

type Of<Type> = Extract<RunEvent, { readonly type: Type }>

const bench = await openBench()
let started: Of<'run-started'> | undefined
const finished: Of<'scenario-finished'>[] = []
await runOnSandbox(bench, { options: {}, scenarios: [] }, (event) => {
  if (event.type === 'run-started') started = event
  if (event.type === 'scenario-finished') finished.push(event)
})
if (started === undefined) throw new Error('the run did not begin')

let chosen = 0
/** Chooses by the seed alone. */
const pick: Pick = (all) => {
  chosen += 1
  const number = createHash('sha256').update(`${values.seed}/${chosen}`).digest().readUInt32BE()
  return all[number % all.length]
}
const { target } = started
const ledgers = finished
  .filter(({ arrivals }) => arrivals.length > 0)
  .map(({ exchanges, arrivals, until }) => ({
    ...{ spec: bench.spec, exchanges, arrivals, target },
    ...(until && { until }),
  }))
const count = Number(values.count)
for (const line of countEvents(ledgers, count, pick)) print(line)
for (const line of countContents(bench, started, finished, { count, pick })) print(line)
