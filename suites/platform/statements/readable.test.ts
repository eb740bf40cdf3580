import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { readableClaims } from './readable.ts'

const spec = await loadSpec()

/** A status read of one quote that shows a state, or that is refused with a code. */
function read(seen: string | number, place: number, token = 'own'): Exchange {
  const status = typeof seen === 'number' ? seen : 200
  const text = JSON.stringify({ status: 'success', data: { quote_id: 'q', quote_status: seen } })
  return {
    id: `reads#${place}`,
    operation: 'status',
    quoteId: 'q',
    request: { method: 'GET', url: '/status/q', headers: [], credentials: { token, key: 'primary' } },
    answer: { status, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

const verdictOn = (exchanges: readonly Exchange[], wanted = 'status-stays-readable') =>
  readableClaims.find(({ requirement }) => requirement === wanted)?.judge({ spec, exchanges })?.kind

test.each([
  [['ready_to_bind', 404], 'failed'],
  [['pending', 'issued', 'issued', 410], 'failed'],
  [['approved_rate', 403, 'ready_to_bind'], 'failed'],
  [['ready_to_bind', 'pending', 'failed', 404], 'passed'],
  [['underwriter_review', 'declined', 404], undefined],
  [['underwriter_review', 404], undefined],
  [['ready_to_bind', 'bound', 'issued'], 'passed'],
  [['ready_to_bind', 429, 'ready_to_bind'], 'passed'],
  [['ready_to_bind', 401], 'passed'],
  [['ready_to_bind', 500], 'passed'],
  [['pending', 404], undefined],
  [['declined', 404], undefined],
  [[404, 'ready_to_bind'], undefined],
])('reads that came to %j: %s', (seen, verdict) => {
  expect(verdictOn(seen.map((one, place) => read(one, place)))).toBe(verdict)
})

test('what another partner is refused says nothing', () => {
  expect(verdictOn([read('ready_to_bind', 1), read(404, 2, 'other-partner')])).toBeUndefined()
})

test.each([
  [200, 'passed'],
  [202, 'failed'],
  [404, undefined],
])('a read that is answered with %i', (status, expected) => {
  const [one] = [read('pending', 0)]
  const answered = { ...one, ...(one.answer && { answer: { ...one.answer, status } }) }
  expect(verdictOn([answered], 'status-code-200')).toBe(expected)
})
