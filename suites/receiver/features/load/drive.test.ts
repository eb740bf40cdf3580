import { expect, test } from 'vitest'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { Lanes } from '../../vocabulary/pace/lanes.ts'
import { RunTime } from '../../vocabulary/pace/run-time.ts'
import { burst } from './burst.ts'
import { paceOf } from './pace.ts'
import { sustained } from './sustained.ts'

const spec = await loadSpec()

/** A receiver that processes deliveries one by one, each in `eachMs` milliseconds; where that is undefined it never answers. */
function contextOf(eachMs: number | undefined) {
  let now = 0
  let sent = 0
  const known = new Map<string, Promise<unknown>>()
  const lanes = new Lanes({ now: () => now, sleep: async () => undefined, mayBegin: () => true })
  const run = new RunTime(() => now)
  const answer = (place: number) => (eachMs === undefined ? unanswered() : answered(200, eachMs * place + 1))
  const sleep = async (ms: number) => {
    now += ms
  }
  const context = {
    ...{ spec, sleep, now: () => now, draft: () => ({}), signed: () => ({}) },
    opening: async () => answered(200, eachMs ?? 5),
    time: async () => run,
    owesNothing: () => undefined,
    lanes: async () => lanes,
    rate: async () => ({}),
    once: (name: string, make: () => Promise<unknown>) => {
      known.set(name, known.get(name) ?? make())
      return known.get(name)
    },
    send: async () => {
      now += eachMs ?? 9000
      return answer(1)
    },
    sendAllAtOnce: async (all: readonly Delivery[]) => {
      sent += all.length
      return all.map((_, index) => answer(index + 1))
    },
    sendAtOnce: () => {
      sent += 1
      return new Promise((resolve) => setImmediate(() => resolve(answer(1))))
    },
  }
  // Load scenarios use no other part of a context.
  return { context: context as unknown as ReceiverContext, sent: () => sent }
}

test.each([
  [5, 66],
  [100, 66],
  [300, 16],
  [1000, 4],
])('a receiver that needs %i ms for each delivery gets %i at once in all', async (eachMs, expected) => {
  const { context, sent } = contextOf(eachMs)
  await burst.drive(context, new Set())
  expect(sent()).toBe(expected)
})

test('a burst that was not answered is the last, and what follows cannot tell', async () => {
  const { context, sent } = contextOf(undefined)
  await burst.drive(context, new Set())
  expect(sent()).toBe(4)
  await expect(sustained.drive(context, new Set())).rejects.toThrow('answered no delivery promptly')
})

test('a steady pace ends when a backlog grows', async () => {
  const { context, sent } = contextOf(undefined)
  await sustained.drive(context, new Set())
  expect(sent()).toBeLessThan(60)
})

test.each([
  [5, 300],
  [100, 75],
  [500, 0],
])('a receiver that adds %i ms for each delivery gets %i at a steady pace', async (eachMs, expected) => {
  const { context, sent } = contextOf(5)
  const pace = await paceOf(context)
  pace.seen = { firstMs: eachMs, eachMs }
  // Answers come only when no other work is due, so waiting ones would count as a backlog.
  const { sleep } = context
  Object.assign(context, {
    sleep: async (ms: number) => {
      await sleep(ms)
      await new Promise(setImmediate)
    },
  })
  await sustained.drive(context, new Set())
  expect(sent()).toBe(expected)
})
