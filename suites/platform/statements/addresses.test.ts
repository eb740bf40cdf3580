import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { addressClaims } from './addresses.ts'

const RECORD = { status: 'success', data: { quote_id: 'a', quote_status: 'pending' } }

function read(url: string, answer: unknown): Exchange {
  const text = JSON.stringify(answer)
  return {
    id: 'addresses#1',
    operation: 'status',
    request: { method: 'GET', url, headers: [], credentials: { token: 'own', key: 'primary' } },
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

test.each([
  ['https://api.example.com/quotes/status/a', RECORD, 'passed'],
  ['https://api.example.com/quotes/v1/status/a', RECORD, 'failed'],
  ['https://api.example.com/2026-01-01/status/a', RECORD, 'failed'],
  ['https://api.example.com/status/8f14e45f-0000-4d1a-9c3b-000000000001', RECORD, 'passed'],
  ['https://api.example.com/status/a', {}, undefined],
])('the address %s that answers %j: %s', async (url, answer, expected) => {
  const [claim] = addressClaims
  const spec = await loadSpec()
  expect(claim?.judge({ spec, exchanges: [read(url, answer)] })?.kind).toBe(expected)
})
