import { expect, test } from 'vitest'
import { differencesOf, textOf } from './rows.ts'

const before = { one: { failed: ['a', 'b'], warned: ['c'] }, gone: { failed: ['a'] } }
const after = { one: { failed: ['b', 'd'], warned: ['c'] }, added: {} }

test('a requirement that no longer sees a subject, one that newly does, and whole subjects differ', () => {
  expect(differencesOf(before, after)).toEqual([
    { subject: 'one', result: 'failed', requirement: 'a', change: 'lost' },
    { subject: 'one', result: 'failed', requirement: 'd', change: 'new' },
    { subject: 'gone', change: 'lost' },
    { subject: 'gone', result: 'failed', requirement: 'a', change: 'lost' },
    { subject: 'added', change: 'new' },
  ])
})

test('a requirement that changes its result is lost in one and new in the other', () => {
  const changes = differencesOf({ run: { passed: ['a'] } }, { run: { 'not-exercised': ['a'] } })
  expect(changes.map(({ result, change }) => [result, change])).toEqual([
    ['passed', 'lost'],
    ['not-exercised', 'new'],
  ])
})

test('equal lists do not differ, in whatever order', () => {
  expect(differencesOf({ one: { failed: ['a', 'b'] } }, { one: { failed: ['b', 'a'] } })).toEqual([])
})

test('the text has a line for each result and reads back as the same lists', () => {
  const text = textOf(before)
  expect(text.split('\n')).toContain('  "failed": ["a","b"],')
  expect(differencesOf(before, JSON.parse(text))).toEqual([])
  expect(JSON.parse(textOf({ empty: {} }))).toEqual({ empty: {} })
})
