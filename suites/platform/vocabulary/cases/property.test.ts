import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Counterexample } from '../../../../conformance/generation.ts'
import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import { CannotTell, failed, passed } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { platformContext } from '../context.ts'
import { type Property, runProperty } from './property.ts'

const spec = await loadSpec()

/** Runs some cases one after the other; one is a breach, and at a later one the target is lost. */
async function runOf(
  runs: number,
  { breach, lost, only }: { breach?: number; lost?: number; only?: readonly string[] },
) {
  const found: Counterexample[] = []
  const forgotten: string[] = []
  let sent = 0
  const ports = {
    generation: { runs, seed: 1, atOnce: 1, found: (one: Counterexample) => found.push(one) },
    http: { forget: (exchanges: readonly Exchange[]) => forgotten.push(...exchanges.map(({ id }) => id)) },
    clock: { virtual: true, effort: () => ({ expired: () => false }) },
    facts: { timing: {}, submission: {} },
    unique: () => 1,
  }
  const property: Property<number, Exchange> = {
    arbitrary: fc.nat(),
    prepare: () => async () => {
      sent += 1
      if (lost !== undefined && sent >= lost) throw new CannotTell('the target is lost')
      return { id: String(sent), answer: { status: sent === breach ? 500 : 200 } } as Exchange
    },
    judge: ({ answer }) => (answer?.status === 500 ? failed({ expected: '200', observed: '500' }) : passed()),
    exchangesOf: (exchange) => [exchange],
    steps: () => [],
  }
  const context = platformContext(ports as unknown as PlatformPorts, spec)
  const cases = runProperty(context, property, () => false, only && ((name) => only.includes(name)))
  return { cases: await cases, found, forgotten, sent }
}

test('a long series keeps its first cases as evidence and forgets the others', async () => {
  const { cases, forgotten, sent } = await runOf(500, {})
  expect([cases.kept.length, forgotten.length, sent]).toEqual([100, 400, 500])
  expect(cases.counterexample).toBeUndefined()
})

test('a breach ends a series soon after it', async () => {
  const { cases, found, sent } = await runOf(320, { breach: 5 })
  expect(cases.counterexample?.seen.id).toBe('5')
  expect(found).toHaveLength(1)
  expect(sent).toBeLessThan(200)
})

test('a breach that was seen stays found where the target is lost over a later case', async () => {
  const { cases, found } = await runOf(500, { breach: 5, lost: 12 })
  expect(cases.counterexample?.seen.id).toBe('5')
  expect(found).toHaveLength(1)
})

test('a target that is lost without a breach is no more than that', async () => {
  await expect(runOf(500, { lost: 12 })).rejects.toThrow('the target is lost')
})

test('a chosen case is the one that a whole series has at its place', async () => {
  const whole = await runOf(9, {})
  const { cases, sent } = await runOf(9, { only: ['3', '8'] })
  expect(sent).toBe(2)
  const inputs = ({ kept }: typeof cases, ...numbers: readonly number[]) =>
    kept.filter(({ number }) => numbers.includes(number)).map(({ input }) => input)
  expect(inputs(cases, 3, 8)).toEqual(inputs(whole.cases, 3, 8))
})

test('numbers that no case has are no empty series', async () => {
  await expect(runOf(9, { only: ['10'] })).rejects.toThrow('none of the 9 cases')
})
