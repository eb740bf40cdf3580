import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt, breaches } from '../../../../vocabulary/attempts/testing.ts'
import { otherTypeClaims } from './claims.ts'
import type { OutcomesTrace } from './trace.ts'
import { OF_ANOTHER_TYPE, ok } from './ways.ts'

const spec = await loadSpec()
const claims = otherTypeClaims('of a policy')

type Attempts = Readonly<Record<string, readonly (readonly Arrival[])[]>>

/** The attempts that each way asks for: all failures and the success after them, or one success. */
const attempts: Attempts = Object.fromEntries(
  [...Map.groupBy(OF_ANOTHER_TYPE, ([way]) => way)].map(([way, some]) => [
    way,
    some.map(([, script]) => {
      const [first] = script
      const isTaken = first?.kind === 'answer' && first.status < 300 && first.outlastsMs === undefined
      return (isTaken ? script.slice(0, 1) : script).map((answered, place) =>
        attemptAt(place * 10_000, { answered }),
      )
    }),
  ]),
)
const trace: OutcomesTrace = {
  attempts,
  trapped: [],
  watchedMs: 40_000,
  heldUpMs: 0,
}
const broken = (changed: Attempts) =>
  breaches(claims, { ...trace, attempts: { ...attempts, ...changed } }, spec)

const of = (way: string) => attempts[way] ?? []
const again = (way: string) =>
  of(way).map((some) => [...some, attemptAt((some.at(-1)?.latest ?? 0) + 3000, { answered: ok })])

test('right outcomes of another type break nothing', () => {
  expect(broken({})).toEqual([])
})

describe('one wrong outcome of another type is found', () => {
  test.each<[string, Attempts, readonly string[]]>([
    ['a 204 that is repeated', { 204: again('204') }, ['delivery-any-2xx-is-success']],
    [
      'an answer at 7 s that is repeated',
      { 'seven-seconds': again('seven-seconds') },
      ['answer-at-7-seconds-is-success'],
    ],
  ])('%s', (_, changed, requirements) => {
    expect(broken(changed)).toEqual(requirements.map((one) => `${one}: of a policy`))
  })
})
