import { expect, test } from 'vitest'
import { RUN_TIME, RunTime, TimeIsUp } from './run-time.ts'

function running() {
  let now = 1000
  const time = new RunTime(() => now)
  time.begin()
  return { time, pass: (ms: number) => (now += ms) }
}

test('time runs from the first delivery, part by part', () => {
  const { time, pass } = running()
  expect([time.has('variantsMs'), time.left('casesMs')]).toEqual([true, RUN_TIME.casesMs])
  pass(RUN_TIME.variantsMs)
  expect([time.has('variantsMs'), time.has('casesMs')]).toEqual([false, true])
  pass(RUN_TIME.deliveriesMs)
  expect([time.has('casesMs'), time.left('casesMs')]).toEqual([false, 0])
  expect(() => time.spend()).toThrow(TimeIsUp)
})

test('a receiver that is slow again and again gets no variants', () => {
  const { time } = running()
  for (let count = 0; count < 1000; count += 1) time.noteAnswer(500)
  expect(time.has('variantsMs')).toBe(true)
  for (let count = 0; count < 40; count += 1) time.noteAnswer(6000)
  expect([time.has('variantsMs'), time.has('casesMs')]).toEqual([false, true])
})

test('what belongs to the end of a run begins while deliveries may be sent', () => {
  const { time, pass } = running()
  pass(RUN_TIME.casesMs)
  expect([time.mayBegin({}), time.mayBegin({ atEnd: true })]).toEqual([false, true])
  pass(RUN_TIME.deliveriesMs - RUN_TIME.casesMs)
  expect(time.mayBegin({ atEnd: true })).toBe(false)
})

test('what is left out is counted by what it is part of', () => {
  const { time } = running()
  time.leaveOut('events', 2)
  time.leaveOut('events', 3)
  time.leaveOut('bodies', 0)
  expect(time.leftOut).toEqual({ events: 5 })
})

test('a receiver is quick while its answers take little time on average', () => {
  const time = new RunTime(() => 0)
  expect(time.isQuick).toBe(false)
  for (const elapsedMs of [500, 3, 3, 3, 3, 3]) time.noteAnswer(elapsedMs)
  expect(time.isQuick).toBe(true)
  time.noteAnswer(6000)
  expect(time.isQuick).toBe(false)
})
