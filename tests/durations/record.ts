import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { durationsOf } from '../../cli/finished-runs/shards.ts'
import { judging } from '../../sides/judging.ts'
import { platformSide } from '../../sides/platform/side.ts'
import { openBench, recordedOn, TOOL } from '../judge.ts'

/**
 * Records how long the scenarios of a platform take, for the plan of shards: `npm run durations`. They run one after another,
 * because side by side a scenario mostly waits for the work of others.
 */
const { spec, suite } = await openBench()
const side = { ...platformSide, limits: { shared: 1, exclusive: 1 } }
const target = await side.open(await side.describe({}, process.env), { seed: 1, spec, now: Date.now })
const events = judging(side, {
  target: { ...target, isolates: false },
  spec,
  suite,
  selection: { only: [], scenarios: [], allowWrites: false },
  tool: TOOL,
  seed: 1,
  now: Date.now,
  trusted: true,
})
const durations = durationsOf(await recordedOn(target, events))
const sorted = Object.fromEntries(Object.entries(durations).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(resolve('test-data/durations.json'), `${JSON.stringify(sorted, null, 2)}\n`)
