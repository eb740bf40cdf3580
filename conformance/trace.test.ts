import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import type { Arrival } from './ports/webhooks.ts'
import { restoreTrace, storeTrace } from './trace.ts'

const exchange: Exchange = {
  id: 'a#1',
  operation: 'status',
  request: { method: 'GET', url: 'http://127.0.0.1/status/1', headers: [] },
  startedAt: 0,
  elapsedMs: 1,
  targetMs: 0,
}

const arrival: Arrival = {
  id: '/p#1',
  endpoint: '/p',
  method: 'POST',
  headers: [],
  bodySha256: '00',
  earliest: 1,
  latest: 2,
  answered: { kind: 'answer', status: 200 },
  signature: { signedWith: 'current' },
}

describe('a stored trace', () => {
  test('names its exchanges by id and gets them back', () => {
    const trace = { answer: exchange, reads: [exchange], note: null, count: 2 }
    const stored = JSON.parse(JSON.stringify(storeTrace(trace)))
    expect(stored).toEqual({
      answer: { $exchange: 'a#1' },
      reads: [{ $exchange: 'a#1' }],
      note: null,
      count: 2,
    })
    expect(restoreTrace(stored, { exchanges: [exchange] })).toEqual(trace)
  })

  test('names an arrival as it was recorded, and keeps one that was seen at another moment', () => {
    const trace = { first: [arrival], early: { ...arrival, ended: undefined, latest: 3 } }
    const stored = JSON.parse(JSON.stringify(storeTrace(trace, [arrival])))
    expect(stored).toMatchObject({ first: [{ $arrival: '/p#1' }], early: { id: '/p#1', latest: 3 } })
    expect(restoreTrace(stored, { arrivals: [arrival] })).toEqual(trace)
  })

  test.each([
    ['a map', new Map()],
    ['a set', new Set()],
    ['bytes', new Uint8Array(2)],
    ['a function', () => 1],
  ])('is refused when it holds %s, deep inside too', (_, value) => {
    expect(() => storeTrace({ a: [{ b: value }] })).toThrow(TypeError)
  })

  test('is refused when it names an exchange that is gone', () => {
    expect(() => restoreTrace({ $exchange: 'a#2' }, { exchanges: [exchange] })).toThrow('a#2')
  })
})
