import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { recordedOrder } from '../../sides/platform/order.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { openBench } from '../judge.ts'
import { bringingOf } from '../proof/kills.ts'

const bench = await openBench()
const order = await recordedOrder()

test('the recorded order and durations are of scenarios that exist: npm run order, npm run durations', () => {
  const ids = new Set(bench.suite.scenarios.map(({ id }) => id))
  const durations = Object.keys(JSON.parse(readFileSync(resolve('test-data/durations.json'), 'utf8')))
  expect([...order, ...durations].filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(order).size).toBe(order.length)
})

test('every mutant is shown by a scenario of the recorded order: npm run order', () => {
  const isShown = (scenarios: readonly string[]) => scenarios.some((id) => order.includes(id))
  const unshown = mutants.filter((mutant) => !isShown(bringingOf(bench, mutant, 'sighted').scenarios))
  expect(unshown.map(({ id }) => id)).toEqual([])
})
