import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { restoreTrace, storeTrace } from './trace.ts'

const exchange: Exchange = {
  id: 'a#1',
  operation: 'status',
  request: { method: 'GET', url: 'http://127.0.0.1/status/1', headers: [] },
  startedAt: 0,
  elapsedMs: 1,
  targetMs: 0,
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
    expect(restoreTrace(stored, [exchange])).toEqual(trace)
  })

  test('is refused when it names an exchange that is gone', () => {
    expect(() => restoreTrace({ $exchange: 'a#2' }, [exchange])).toThrow('a#2')
  })
})
