import { describe, expect, test } from 'vitest'
import { allowancesOf, weighChanges } from './allowed.ts'
import type { Change } from './change.ts'
import { changesJson } from './written/json.ts'
import { changesText } from './written/text.ts'

const change: Change = {
  kind: 'type-changed',
  at: '/paths/~1a',
  within: ['GET /a'],
  client: 'breaking',
  receiver: 'none',
  reason: 'the type was string and is integer: it breaks',
}
const entry = { at: change.at, reason: 'agreed with all partners', expires: '2027-01-31' }
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)

describe('an allowance', () => {
  test('counts until the end of its last day', () => {
    expect(weighChanges([change], [entry], noon('2027-01-31'))).toMatchObject({
      breaking: [],
      allowed: [[change, entry]],
    })
    expect(weighChanges([change], [entry], noon('2027-02-01'))).toMatchObject({
      breaking: [change],
      expired: [entry],
    })
  })

  test('speaks of one place, and of one kind where it names one', () => {
    const others = [
      { ...entry, at: '/paths/~1b' },
      { ...entry, kind: 'enum-value-added' },
    ]
    expect(weighChanges([change], others, noon('2027-01-01'))).toMatchObject({
      breaking: [change],
      unused: others,
    })
    expect(weighChanges([change], [{ ...entry, kind: change.kind }], noon('2027-01-01')).breaking).toEqual([])
  })

  test('is needed for what is not understood too', () => {
    const unclear: Change = { ...change, kind: 'not-understood', client: 'not-understood' }
    const weighed = weighChanges([unclear], [], noon('2027-01-01'))
    expect(weighed.breaking).toEqual([unclear])
    const side = { name: 'a', version: '1' }
    const written = { old: side, now: side, changes: [unclear], weighed }
    expect(JSON.parse(changesJson(written))).toMatchObject({
      verdict: 'not-understood',
      summary: { breaking: 0, 'not-understood': 1 },
    })
    expect(changesText(written)).toMatch(
      /not understood: 1\n(.*\n)*.*not understood: 1 that nobody answers for/,
    )
    expect(weighChanges([unclear], [entry], noon('2027-01-01')).breaking).toEqual([])
  })

  test('is read from YAML and JSON', () => {
    expect(allowancesOf(JSON.stringify([entry]), 'a.json')).toEqual([entry])
    expect(allowancesOf(`- { at: /x, reason: why, expires: "2027-01-31", kind: k }`, 'a.yaml')).toHaveLength(
      1,
    )
    expect(allowancesOf('[]', 'a.yaml')).toEqual([])
  })

  test.each([
    ['{', /should be YAML or JSON/],
    ['at: /x', /should be a list/],
    ['- /x', /entry 1 should be an object/],
    ['- { at: /x, expires: "2027-01-31" }', /entry 1: reason should be a text/],
    ['- { at: /x, reason: why }', /entry 1: expires should be a text/],
    ['- { at: /x, reason: why, expires: "2027-02-30" }', /expires should be a day/],
    ['- { at: /x, reason: why, expires: soon }', /expires should be a day/],
    ['- { at: /x, reason: why, expires: "2027-01-31", until: x }', /unknown key until/],
  ])('that is written as %j is refused', (text, message) => {
    expect(() => allowancesOf(text, 'a.yaml')).toThrow(message)
  })
})
