import { expect, test } from 'vitest'
import { eventBody } from '../../../../generators/events.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { readingsOf } from './index.ts'

const event = eventBody(await loadSpec(), 'quote.created', {
  ...{ partnerId: 'p', brokerageId: 'b', at: Date.UTC(2027, 0, 15), mark: 'a1'.repeat(16) },
})
const readings = readingsOf(event)
const hex = (body: string | Uint8Array) => Buffer.from(body).toString('hex')

test('readings have different names', () => {
  expect(new Set(readings.map(({ name }) => name)).size).toBe(readings.length)
})

test.each(readings)('$name: the forgery differs from what was signed', ({ plain, other }) => {
  expect(hex(other)).not.toBe(hex(plain))
})

test.each(readings.filter((one) => one.event !== undefined))('$name: what it breaks is an event', (one) => {
  const body = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(one.other))
  const { type, data } = JSON.parse(body)
  expect(type).toBe('quote.created')
  expect(Object.keys(data).sort()).toEqual(Object.keys(event.data).sort())
})
