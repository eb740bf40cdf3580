import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { type ForeignAccess, foreignQuotes, hiddenFromOthers } from './foreign.ts'

const spec = await loadSpec()
const kept: ForeignAccess = {
  owned: answeredWith(200),
  foreign: answeredWith(404),
  more: [answeredWith(404), answeredWith(400)],
  counterpart: answeredWith(404),
  before: [answeredWith(200), answeredWith(200)],
}
const judged = (change: Partial<ForeignAccess>) => hiddenFromOthers({ ...kept, ...change }, spec).kind

test('a quote is kept from others when each of their requests is refused, and the owner is served', () => {
  expect(judged({})).toBe('passed')
  expect(judged({ more: [answeredWith(404), answeredWith(200)] })).toBe('failed')
  expect(judged({ owned: answeredWith(404) })).toBe('cannot-tell')
  expect(judged({ counterpart: answeredWith(401) })).toBe('cannot-tell')
})

test('without a quote of the second partner the other direction is open', () => {
  const [, others] =
    foreignQuotes[0]?.claims.filter(({ requirement }) => /foreign-quote$/.test(requirement)) ?? []
  const verdictOf = (trace: unknown) => others?.judge(trace, { spec, exchanges: [] })
  expect(verdictOf({ own: kept })).toMatchObject({ kind: 'cannot-tell', key: 'credentials.other_partner' })
  expect(verdictOf({ own: kept, others: { ...kept, foreign: answeredWith(200) } })).toMatchObject({
    kind: 'failed',
  })
})
