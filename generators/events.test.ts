import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadSpec } from '../spec/index.ts'
import { eventCases, eventText } from './event-texts.ts'
import { eventBody, uuidOf } from './events.ts'

const spec = await loadSpec()
const input = {
  partnerId: 'p',
  brokerageId: 'b',
  at: Date.UTC(2027, 0, 15),
  mark: '0123456789abcdef'.repeat(2),
}

test.each(spec.delivery.events)('a plain $type is what the specification says of it', ({ type, schema }) => {
  expect(spec.validate(schema, '', eventBody(spec, type, input))).toEqual([])
})

test.each(spec.delivery.events)(
  'a varied $type remains one in whatever way it is written',
  ({ type, schema }) => {
    fc.assert(
      fc.property(eventCases(type), (made) => {
        // A case that is stored and read again is the same.
        expect(JSON.parse(JSON.stringify(made))).toEqual(made)
        const text = eventText(made, eventBody(spec, type, input))
        // Encoding as UTF-8 and decoding loses nothing.
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text)
        expect(spec.validate(schema, '', JSON.parse(text))).toEqual([])
      }),
    )
  },
)

test('what is varied reaches beyond ASCII, escapes and one line', () => {
  const cases = fc.sample(eventCases('broker.added'), { numRuns: 300, seed: 1 })
  const all = cases.map((made) => eventText(made, eventBody(spec, 'broker.added', input))).join('\u0000')
  for (const pattern of [
    /\u2028/,
    /\\u[0-9a-f]{4}/,
    /[\u0400-\u04ff]/,
    /\p{Extended_Pictographic}/u,
    /\n {2}"/,
    /\\\//,
  ]) {
    expect(all).toMatch(pattern)
  }
})

test('a mark of 32 digits makes a UUID', () => {
  expect(uuidOf(input.mark)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
