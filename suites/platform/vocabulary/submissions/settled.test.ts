import { expect, test } from 'vitest'
import { causeKey } from '../../../../conformance/cause.ts'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { settledIn } from './settled.ts'

const answer = (status: number): Exchange => ({
  id: 's/1',
  operation: 'status',
  request: { method: 'GET', url: 'http://127.0.0.1:1/status/1', headers: [] },
  answer: { status, headers: [], body: { size: 2, sha256: '', text: '{}' } },
  startedAt: 0,
  targetMs: 0,
  elapsedMs: 1,
})

function findingOf(wanted: string, state: string | undefined, status = 200) {
  const last = answer(status)
  const settled = { reads: [last], last, state, watchedMs: 9 }
  const verdict = settledIn({ answer: last, settled, promised: true }, wanted)
  const [finding] = verdict.kind === 'failed' ? verdict.findings : []
  if (finding === undefined) throw new Error('it did not fail')
  return finding
}

test('quotes that stay pending have one cause, whatever they were to become', () => {
  const [ready, declined] = [findingOf('ready_to_bind', 'pending'), findingOf('failed', 'pending')]
  expect(causeKey(ready)).toBe(causeKey(declined))
  expect(causeKey(findingOf('ready_to_bind', 'failed'))).not.toBe(causeKey(ready))
})

test('a quote that cannot be read shows no other outcome', () => {
  expect(findingOf('ready_to_bind', undefined, 404).absence).toBe(true)
  expect(findingOf('ready_to_bind', 'failed').absence).toBeUndefined()
})
