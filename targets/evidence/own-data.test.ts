import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/exchange.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { OwnData } from './own-data.ts'

const submitted: Exchange = {
  id: 's#1',
  operation: 'submit',
  request: {
    method: 'POST',
    url: '',
    headers: [],
    body: '{"insured_name":"Ours Ltd","insured_contact":{"email":"a@ours.example"}}',
  },
  answer: { status: 200, headers: [], body: { size: 1, sha256: '', text: '{"data":{"quote_id":"AB-1"}}' } },
  startedAt: 0,
  elapsedMs: 1,
  targetMs: 0,
}

const reported = (type: string, data: object): Arrival => ({
  id: '/a#1',
  endpoint: '/a',
  method: 'POST',
  headers: [],
  body: JSON.stringify({ type, brokerageId: 'b', data }),
  bodySha256: '00',
  earliest: 0,
  latest: 0,
  answered: { kind: 'answer', status: 200 },
  signature: { signedWith: 'current' },
})

function evidence(type: string, data: object): string | undefined {
  const own = new OwnData()
  own.note(submitted)
  return own.evidence(reported(type, data)).body
}

test.each([
  ['the quote is of this run', { quoteId: 'ab-1', customer: { name: 'Anybody' } }],
  ['the customer is of this run', { policyId: 'p', customer: { name: 'OURS ltd', email: 'x@y.example' } }],
  ['nobody is named', { policyId: 'p', effectiveDate: '2026-01-01' }],
])('an event stays as it is where %s', (_, data) => {
  expect(evidence('quote.created', data)).toContain('"brokerageId"')
})

test.each([
  ['a quote that this run did not make', { quoteId: 'other', customer: { name: 'Private Person' } }],
  ['a customer that this run does not know', { policyId: 'p', customer: { name: 'Private Person' } }],
  ['a broker that this run did not add', { brokerId: 'b', contact: { email: 'private@person.example' } }],
])('of an event about %s only the type stays', (_, data) => {
  expect(evidence('policy.created', data)).toBe('{"type":"policy.created","data":"[of others]"}')
})

test('a body that is nested as deep as it likes is looked through', () => {
  const own = new OwnData()
  const body = `{"remarks":${'['.repeat(20_000)}${']'.repeat(20_000)},"insured_name":"Deep Ltd"}`
  own.note({ ...submitted, request: { ...submitted.request, body } })
  const { body: kept } = own.evidence(
    reported('policy.created', { policyId: 'p', customer: { name: 'Deep Ltd' } }),
  )
  expect(kept).toContain('Deep Ltd')
})
