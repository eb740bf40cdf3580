import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answered } from '../../vocabulary/operator/testing.ts'
import { foreignQuotes, type Kept, keptFromOthers } from './foreign.ts'

const spec = await loadSpec()
const kept: Kept = {
  owned: answered(200),
  foreign: answered(404),
  more: [answered(404), answered(400)],
  counterpart: answered(404),
  before: [answered(200), answered(200)],
}
const judged = (change: Partial<Kept>) => keptFromOthers({ ...kept, ...change }, spec).kind

test('a quote is kept from others when each of their requests is refused, and the owner is served', () => {
  expect(judged({})).toBe('passed')
  expect(judged({ more: [answered(404), answered(200)] })).toBe('failed')
  expect(judged({ owned: answered(404) })).toBe('cannot-tell')
  expect(judged({ counterpart: answered(401) })).toBe('cannot-tell')
})

test('without a quote of the second partner the other direction is open', () => {
  const [, others] =
    foreignQuotes[0]?.claims.filter(({ requirement }) => /foreign-quote$/.test(requirement)) ?? []
  const verdictOf = (trace: unknown) => others?.judge(trace, { spec, exchanges: [] })
  expect(verdictOf({ own: kept })).toMatchObject({ kind: 'cannot-tell', key: 'credentials.other_partner' })
  expect(verdictOf({ own: kept, others: { ...kept, foreign: answered(200) } })).toMatchObject({
    kind: 'failed',
  })
})
