import { parseArgs } from 'node:util'
import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { deliveryStatements } from '../../suites/platform/statements/deliveries.ts'
import { eventStatements } from '../../suites/platform/statements/events.ts'
import { typeOf } from '../../suites/platform/vocabulary/events/event.ts'
import { openBench } from '../judge.ts'
import { runOnSandbox } from '../proof/judged.ts'
import { CHANGES, type Change, failingOn } from './changed.ts'

// `npm run ledgers` changes recorded ledgers of the sandbox: one event is lost, doubled or moved. It prints how often the statements
// notice that, by event type and change. A change that nobody notices may be one that a right platform may show.
const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const SCENARIOS = ['webhooks/*', 'journeys/*', 'office/*', 'states/*']
const TYPES = ['quote.created', 'quote.proposalReady', 'policy.created']

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

const events = ledgers.flatMap((ledger) =>
  (ledger.arrivals ?? []).flatMap((one) => (TYPES.includes(typeOf(one) ?? '') ? [{ ledger, one }] : [])),
)
const rows = new Map<string, { changed: number; noticed: number; readonly by: Map<string, number> }>()
for (let done = 0; done < Number(values.count); done += 1) {
  const [taken, change] = [pick(events), pick(Object.keys(CHANGES) as Change[])]
  if (taken === undefined || change === undefined) throw new Error('the sandbox delivered nothing')
  const key = `${change} ${typeOf(taken.one)}`
  const row = rows.get(key) ?? { changed: 0, noticed: 0, by: new Map<string, number>() }
  rows.set(key, row)
  const failing = failingOn(CHANGES[change](taken.ledger, taken.one), statements)
  row.changed += 1
  row.noticed += failing.length > 0 ? 1 : 0
  for (const id of failing) row.by.set(id, (row.by.get(id) ?? 0) + 1)
}
if ([...rows.values()].every(({ noticed }) => noticed === 0))
  throw new Error('no statement noticed any change')
print(`${ledgers.length} ledgers with ${events.length} events of quotes`)
for (const [key, { changed, noticed, by }] of [...rows].sort()) {
  const noticing = [...by].sort(([, one], [, other]) => other - one).map(([id, count]) => `${id} ${count}`)
  print(`${key}: ${noticed} of ${changed} noticed${noticing.length === 0 ? '' : ` (${noticing.join(', ')})`}`)
}
