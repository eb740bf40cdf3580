import { expect, test } from 'vitest'
import { schedule } from './schedule.ts'

const items = [
  { id: 'exclusive-1', exclusive: true },
  { id: 'shared-1', exclusive: false },
  { id: 'exclusive-2', exclusive: true },
  { id: 'shared-2', exclusive: false },
  { id: 'shared-3', exclusive: false },
]
const limits = { shared: 2, exclusive: 2 }

/** Performs the items. Records starts, ends and the largest number that ran at once. */
async function record(isolates: boolean, stopped = () => false) {
  const log: string[] = []
  let running = 0
  let most = 0
  await schedule(items, { isolates, limits, stopped }, async ({ id }) => {
    log.push(`+${id}`)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    log.push(`-${id}`)
  })
  return { log, most }
}

test('on a shared target the exclusive ones follow one by one when all shared ones have ended', async () => {
  const { log, most } = await record(false)
  expect(log.slice(-4)).toEqual(['+exclusive-1', '-exclusive-1', '+exclusive-2', '-exclusive-2'])
  expect(log).toHaveLength(10)
  expect(most).toBe(2)
})

test('a target that bears more in the end is shared by more', async () => {
  const shared = items.filter(({ exclusive }) => !exclusive)
  const most: number[] = []
  let [running, bears] = [0, 1]
  await schedule(
    shared,
    { isolates: false, limits, stopped: () => false, sharing: () => bears },
    async () => {
      most.push(++running)
      await new Promise(setImmediate)
      running--
      bears = 2
    },
  )
  expect(most).toEqual([1, 1, 2])
})

test('where the first items matter most, few share the target at first, and more once some have ended', async () => {
  const shared = Array.from({ length: 40 }, (_, place) => ({ place, exclusive: false }))
  const beside: number[] = []
  let running = 0
  await schedule(
    shared,
    { isolates: false, limits: { shared: 10, exclusive: 1 }, stopped: () => false, widens: true },
    async () => {
      beside.push(++running)
      await new Promise(setImmediate)
      running--
    },
  )
  expect(beside.slice(0, 6)).toEqual([1, 2, 3, 4, 4, 4])
  expect(Math.max(...beside)).toBe(10)
})

test('as many share a target at first as it bears, where it says how many', async () => {
  let [running, most] = [0, 0]
  await schedule(
    Array.from({ length: 20 }, () => ({ exclusive: false })),
    { isolates: false, limits, stopped: () => false, widens: true, sharing: () => 12 },
    async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    },
  )
  expect(most).toBe(12)
})

test('on an isolating target they run beside the others', async () => {
  const { log, most } = await record(true)
  expect(log).toHaveLength(10)
  expect(most).toBe(4)
})

test('nothing starts once the schedule is stopped', async () => {
  let asked = 0
  const { log } = await record(false, () => ++asked > 1)
  expect(log).toEqual(['+shared-1', '-shared-1'])
})
