import { parseArgs } from 'node:util'
import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { deliveryStatements } from '../../suites/platform/statements/deliveries.ts'
import { eventStatements } from '../../suites/platform/statements/events.ts'
import { typeOf } from '../../suites/platform/vocabulary/events/event.ts'
import { openBench } from '../judge.ts'
import { runOnSandbox } from '../proof/judged.ts'
import { CHANGES, type Change, eventsOf, failingOn } from './changed.ts'
import { mayBeRight } from './legal.ts'

// `npm run ledgers` changes recorded ledgers of the sandbox: one event is lost, doubled, too early or late. It prints how often the
// statements notice that, by event type and change. A change that a right platform may show, by the model, counts apart.
const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const SCENARIOS = ['webhooks/*', 'journeys/*', 'office/*', 'states/*']

const bench = await openBench()
const ledgers: Facts<Spec>[] = []
let target: Facts<Spec>['target']
await runOnSandbox(bench, { options: {}, scenarios: SCENARIOS }, (event) => {
  if (event.type === 'run-started') ({ target } = event)
  if (event.type !== 'scenario-finished' || event.arrivals.length === 0 || target === undefined) return
  const { exchanges, arrivals, until } = event
  ledgers.push({ spec: bench.spec, exchanges, arrivals, ...(until && { until }), target })
})

/** Numbers from 0 to 1 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const statements = [...eventStatements, ...deliveryStatements]
const next = numbersFrom(Number(values.seed))
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]

// Each scenario counts alike: one has most of the events, and its endpoints fail on purpose.
const events = ledgers.map(eventsOf).filter((some) => some.length > 0)

interface Row {
  /** The ledger has nothing that the event has to follow. */
  unplaced: number
  /** A right platform may show it. */
  right: number
  wrong: number
  noticed: number
  readonly by: Map<string, number>
}
const rows = new Map<string, Row>()
for (let done = 0; done < Number(values.count); done += 1) {
  const [event, change] = [pick(pick(events) ?? []), pick(Object.keys(CHANGES) as Change[])]
  if (event === undefined || change === undefined) throw new Error('the sandbox delivered nothing')
  const key = `${change} ${typeOf(event.arrival)}`
  const row: Row = rows.get(key) ?? { unplaced: 0, right: 0, wrong: 0, noticed: 0, by: new Map() }
  rows.set(key, row)
  const changed = CHANGES[change](event, pick)
  if (changed === undefined) row.unplaced += 1
  else {
    const failing = failingOn(changed, statements)
    if (failing.length === 0 && mayBeRight(changed)) row.right += 1
    else row.wrong += 1
    row.noticed += failing.length > 0 ? 1 : 0
    for (const id of failing) row.by.set(id, (row.by.get(id) ?? 0) + 1)
  }
}
if ([...rows.values()].every(({ noticed }) => noticed === 0))
  throw new Error('no statement noticed any change')
print(`${events.length} ledgers with ${events.flat().length} events of quotes`)
for (const [key, { unplaced, right, wrong, noticed, by }] of [...rows].sort()) {
  const noticing = [...by].sort(([, one], [, other]) => other - one).map(([id, count]) => `${id} ${count}`)
  const apart = `${right} that a right platform may show, ${unplaced} without a place`
  print(`${key}: ${noticed} of ${wrong} noticed, besides ${apart}`)
  if (noticing.length > 0) print(`  ${noticing.join(', ')}`)
}
