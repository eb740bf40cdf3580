import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/exchange.ts'
import { testOf } from './test.ts'

const answered = (location: string): Exchange => ({
  id: '1',
  operation: 'submit',
  startedAt: 0,
  targetMs: 0,
  elapsedMs: 1,
  request: { method: 'POST', url: 'http://127.0.0.1:1/api/submit', headers: [] },
  answer: { status: 302, headers: [['location', location]], body: { size: 0, sha256: '00', text: '' } },
})
const finding = { expected: 'no location', observed: 'one', at: 'location' }

test('a header is compared with that of the run', () => {
  expect(testOf(finding, answered('/next'))).toEqual({ kind: 'header', name: 'location', value: '/next' })
})

test('a header with a secret has no test, since no script could tell it', () => {
  expect(testOf(finding, answered('/next?token=[redacted]'))).toBeUndefined()
})
