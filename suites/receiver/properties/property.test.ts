import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Counterexample } from '../../../conformance/generation.ts'
import { failed, passed } from '../../../conformance/verdict.ts'
import { answered, UNSEEN } from '../testing/trace.ts'
import type { ReceiverContext } from '../vocabulary/context.ts'
import { Lanes } from '../vocabulary/pace/lanes.ts'
import { RunTime } from '../vocabulary/pace/run-time.ts'
import { judgeReceiverCases, type ReceiverProperty, runReceiverProperty } from './property.ts'

/** The parts of a context that a property uses. */
function contextOf(replay?: { readonly replay: unknown }) {
  const found: Omit<Counterexample, 'scenario'>[] = []
  const run = new RunTime(() => 0)
  const lanes = new Lanes({ now: () => 0, sleep: async () => undefined, mayBegin: () => true })
  const context = {
    now: () => 0,
    time: async () => run,
    lanes: async () => lanes,
    once: async (_: string, make: () => Promise<unknown>) => make(),
    facts: { effects: false, effectsMs: 0 },
    generation: {
      seed: 7,
      runs: 50,
      atOnce: 1,
      found: (one: (typeof found)[number]) => found.push(one),
      ...replay,
    },
  }
  // A property uses no other part of it.
  return { context: context as unknown as ReceiverContext, found }
}

const belowTen = (sent: number[]): ReceiverProperty<number, ReturnType<typeof answered>> => ({
  arbitrary: fc.nat({ max: 1000 }),
  async send(input) {
    sent.push(input)
    return answered(input < 10 ? 200 : 400)
  },
  idsOf: () => [],
  judge: (exchange) =>
    exchange.answer?.status === 200 ? passed() : failed({ expected: 'a 2xx', observed: 'a 400' }),
  exchangesOf: (exchange) => [exchange],
  steps: (input) => [`send ${input}`],
})

describe('a property that is broken', () => {
  test('is reported by its smallest case', async () => {
    const { context, found } = contextOf()
    const property = belowTen([])
    const cases = await runReceiverProperty(context, 'numbers', property)
    expect(cases.counterexample?.input).toBe(10)
    expect(found).toMatchObject([{ case: 10, steps: ['send 10'] }])
    expect(judgeReceiverCases(cases, property.judge).kind).toBe('failed')
  })

  test('sends a stored case again as it is', async () => {
    const { context, found } = contextOf({ replay: 777 })
    const sent: number[] = []
    await runReceiverProperty(context, 'numbers', belowTen(sent))
    expect([sent, found]).toMatchObject([[777], [{ case: 777 }]])
  })
})

test('a property that holds has no counterexample', async () => {
  const { context, found } = contextOf()
  const property = { ...belowTen([]), judge: () => passed() }
  const cases = await runReceiverProperty(context, 'numbers', property)
  expect([found, cases.cases.length, judgeReceiverCases(cases, property.judge).kind]).toEqual([
    [],
    50,
    'passed',
  ])
  expect(judgeReceiverCases({ cases: [], effects: UNSEEN }, property.judge)).toMatchObject({ cutOff: true })
})
