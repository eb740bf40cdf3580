import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, sent, trace } from '../testing/trace.ts'
import { bodyClaims, submissionIsValid } from './bodies.ts'

const spec = await loadSpec()
const typed = (type: string) => ({ headers: [['content-type', type]] as const })
const JSON_BODY = 'client-bodies-are-json'
const UPDATE = 'client-update-is-valid'
const BIND = 'client-bind-sends-empty-object'

describe('the claims on every body', () => {
  test.each([
    [JSON_BODY, 'JSON', sent('submit'), 'passed'],
    [JSON_BODY, 'a charset', sent('submit', typed('application/json; charset=UTF-8')), 'passed'],
    [JSON_BODY, 'text', sent('submit', typed('text/plain')), 'failed'],
    [JSON_BODY, 'another charset', sent('submit', typed('application/json; charset=latin1')), 'failed'],
    [JSON_BODY, 'no JSON', sent('bind', { body: '{' }), 'failed'],
    [JSON_BODY, 'bytes that are no UTF-8', sent('submit', { body: '{"a":"\ufffd"}' }), 'failed'],
    [JSON_BODY, 'no body', sent('status'), undefined],
    [UPDATE, 'a contact', sent('update', { body: { insured_contact: { email: 'a@b.example' } } }), 'passed'],
    [UPDATE, 'nothing', sent('update', { body: {} }), 'passed'],
    [UPDATE, 'null', sent('update', { body: { it_manager_same: null } }), 'passed'],
    [UPDATE, 'another field', sent('update', { body: { revenue: 1 } }), 'failed'],
    [
      UPDATE,
      'another field inside',
      sent('update', { body: { it_manager_contact: { name: 'A' } } }),
      'failed',
    ],
    [UPDATE, 'another type', sent('update', { body: { it_manager_same: 'yes' } }), 'failed'],
    [BIND, 'an empty object', sent('bind', { body: ' {} ' }), 'passed'],
    [BIND, 'an array', sent('bind', { body: [] }), 'failed'],
    [BIND, 'something in it', sent('bind', { body: { id: 1 } }), 'failed'],
  ] as const)('%s with %s: %#', (requirement, _, exchange, expected) => {
    const claim = bodyClaims.find((one) => one.requirement === requirement)
    expect(claim?.judge({ spec, exchanges: [exchange] })?.kind).toBe(expected)
  })
})

const text = readFileSync(new URL('../../../test-data/submission.json', import.meta.url), 'utf8')
const given = { ...JSON.parse(text), effective_date: '2030-01-31' }
const submitted = (changes: object, end: Parameters<typeof clientRun>[0] = {}) =>
  trace(
    performance([sent('submit', { body: { ...given, ...changes } })], {
      runs: [clientRun({ submission: given, ...end })],
    }),
  )
const VALID = 'client-submission-is-valid'

testSessionClaims(
  'bodies',
  spec,
  [submissionIsValid],
  [
    { requirement: 'client-submission-is-valid', with: 'as it is', expected: 'failed' },
    { requirement: VALID, with: 'the same', change: () => submitted({}), expected: 'passed' },
    {
      requirement: VALID,
      with: 'amounts as text',
      change: () => submitted({ revenue: String(given.revenue) }),
      expected: 'passed',
    },
    {
      requirement: VALID,
      with: 'null for what is optional',
      change: () => submitted({ insured_taxid: given.insured_taxid ?? null }),
      expected: 'passed',
    },
    {
      requirement: VALID,
      with: 'another name',
      change: () => submitted({ insured_name: 'Another' }),
      expected: 'failed',
      finding: { at: '/insured_name' },
    },
    {
      requirement: VALID,
      with: 'one field more',
      change: () => submitted({ source: 'crm' }),
      expected: 'failed',
    },
    {
      requirement: VALID,
      with: 'a field too little',
      change: () => submitted({ naics: undefined }),
      expected: 'failed',
    },
    {
      requirement: VALID,
      with: 'another submission by hand',
      change: () => submitted({ insured_name: 'Another' }, { byHand: true }),
      expected: 'passed',
    },
  ],
)
