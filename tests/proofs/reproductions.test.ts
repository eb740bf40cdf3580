import pLimit from 'p-limit'
import { beforeAll, expect, test } from 'vitest'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { openBench } from '../judge.ts'
import { readReproduced } from '../reproductions/table.ts'
import { type Trial, trialsOf } from '../reproductions/trial.ts'

/** Each one mostly waits for its script. */
const AT_ONCE = 3

const table = readReproduced()
let trials: readonly Trial[]

beforeAll(async () => {
  const bench = await openBench()
  const limit = pLimit(AT_ONCE)
  const chosen = mutants.filter(({ id }) => table.reproduced.includes(id))
  trials = (await limit.map(chosen, (mutant) => trialsOf(bench, mutant))).flat()
}, 1_200_000)

test('the table names mutants that there are, and at least sixty', () => {
  const ids = mutants.map(({ id }) => id)
  expect(table.reproduced.filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(table.reproduced).size).toBeGreaterThanOrEqual(60)
})

test('each script shows its breach on another platform with the defect', () => {
  expect(trials.filter(({ script }) => script === undefined)).toEqual([])
  expect(trials.filter(({ broken }) => broken?.code !== 1)).toEqual([])
})

test('no script shows a breach on a right platform', () => {
  expect(trials.filter(({ right }) => right?.code !== 0)).toEqual([])
})
