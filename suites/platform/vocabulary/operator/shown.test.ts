import { describe, expect, test } from 'vitest'
import { showsDate, showsEnd, showsText, statusIn } from './shown.ts'

const ACCOUNT = { words: ['pending', 'active', 'denied', 'disabled'], others: /client/i }

describe('a status', () => {
  test.each([
    ['active', 'active'],
    [{ status: 'active' }, 'active'],
    [{ history: [{ status: 'pending' }], status: 'active' }, 'active'],
    [{ account: { Status: 'denied', name: 'active' } }, 'denied'],
    [{ address: { state: 'CA' }, account_status: 'disabled' }, 'disabled'],
    [{ phase: 'Pending' }, 'Pending'],
    [{ status: 'suspended' }, 'suspended'],
    [{ status: 'success', data: { client: { status: 'denied' } } }, 'denied'],
    [{ status: 'success' }, 'success'],
    [{ clients: [{ status: 'inactive' }], account: { state: 'active' } }, 'active'],
    [{ client_status: 'inactive', phase: 'active' }, 'active'],
    [{ data: { client: { status: 'inactive' } } }, 'inactive'],
    [{ client: { status: 'denied' }, address: { state: 'TX' } }, 'denied'],
    [{ active: true }, undefined],
    [undefined, undefined],
  ])('in %j is %s', (shown, status) => {
    expect(statusIn(shown, ACCOUNT)).toBe(status)
  })
})

test('a text counts as a whole, however deep', () => {
  expect(showsText({ a: [{ b: 'Desk' }] }, 'Desk')).toBe(true)
  expect(showsText({ a: 'The Desk' }, 'Desk')).toBe(false)
})

test.each([
  ['WXYZ', true],
  ['****WXYZ', true],
  ['…WXYZ', true],
  ['WXYZ (last four)', true],
  ['ends in "WXYZ"', true],
  ['xxxx-WXYZ (active)', true],
  ['WXY', false],
  ['named WXYZ', false],
])('the last four characters in %j: %s', (value, isThere) => {
  expect(showsEnd({ value }, 'WXYZ', ['named WXYZ'])).toBe(isThere)
})

test.each([
  ['2026-03-01', true],
  ['2026-03-01T10:00:00Z', true],
  ['1 March 2026', true],
  ['Mar 1, 2026', true],
  ['Sun, 01 Mar 2026 10:00:00 GMT', true],
  ['03/01/2026', true],
  ['2026/03/01', true],
  ['2026.03.01', true],
  ['20260301T100000Z', true],
  ['01-03-2026', true],
  ['01-Mar-2026', true],
  ['Sunday, 1 March 2026', true],
  ['March 1st, 2026', true],
  ['2026-W09-7', true],
  ['2026W097T100000Z', true],
  ['2026-060', true],
  ['20269901', false],
  ['2026-999', false],
  [1_772_323_200, true],
  [1_772_323_200_000, true],
  ['0b7f8a52-7d2c-4f3a-9d3e-1f2a3b4c5d6e', false],
  ['recently', false],
  [7, false],
])('a date in %j: %s', (value, isThere) => {
  expect(showsDate({ value }, [])).toBe(isThere)
})

test('a time of something else is no date of creation', () => {
  expect(showsDate({ last_used_at: '2026-03-01', updatedOn: '2026-03-01' }, [])).toBe(false)
})
