import { expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { delivered, spec } from '../../vocabulary/events/testing.ts'
import { brokerScenario } from './broker.ts'

const [FIRST, SECOND] = ['Lakeside Brokerage 1', 'Lakeside Brokerage 2']

const added = (brokerageName: string, brokerId: unknown) =>
  delivered({ type: 'broker.added', data: { brokerageName, brokerId } })

const kindOf = (...arrivals: readonly Arrival[]) =>
  brokerScenario(spec)
    .claims.find(({ requirement }) => requirement === 'payload-broker-id-unique')
    ?.judge({ arrivals, names: [FIRST, SECOND] }, { spec, exchanges: [] }).kind

test('two brokers have two ids', () => {
  expect(kindOf(added(FIRST, 'b-1'), added(SECOND, 'b-2'))).toBe('passed')
  expect(kindOf(added(FIRST, 'b-1'), added(SECOND, 'b-1'))).toBe('failed')
})

test('one broker may be announced twice under its id', () => {
  expect(kindOf(added(FIRST, 'b-1'), added(FIRST, 'b-1'), added(SECOND, 'b-2'))).toBe('passed')
})

test('a broker of whom it is open whether it is a new one may have a known id', () => {
  const beside = added('Lakeside Brokerage 3', 'b-1')
  expect(kindOf(added(FIRST, 'b-1'), beside, added(SECOND, 'b-2'))).toBe('passed')
})

test('an event that fits both names decides nothing', () => {
  expect(kindOf(added(`${FIRST} and ${SECOND}`, 'b-1'), added(FIRST, 'b-1'))).toBe('cannot-tell')
})

test('without two ids nothing is said', () => {
  expect(kindOf(added(FIRST, 'b-1'))).toBe('cannot-tell')
  expect(kindOf(added(FIRST, 1), added(SECOND, 1))).toBe('cannot-tell')
})
