import { expect, test } from 'vitest'
import { type OthersAfter, othersAsBefore } from './others-after.ts'
import { answeredWith, noToken, tokenAnswer } from './testing.ts'

const unknown = (status = 404) => answeredWith(status, {}, 'status')
const before: OthersAfter = { accounts: { own: { token: tokenAnswer(), read: unknown() } } }
const after = (own: NonNullable<OthersAfter['accounts']['own']>): OthersAfter => ({
  action: 'disable_partner',
  accounts: { own },
})

test.each<readonly [string, readonly OthersAfter[], string]>([
  ['the same', [before, after({ token: tokenAnswer(), read: unknown() })], 'passed'],
  ['no token any more', [before, after({ token: noToken() })], 'failed'],
  ['a key that is refused', [before, after({ token: tokenAnswer(), read: unknown(401) })], 'failed'],
  ['a rate limit', [before, after({ token: answeredWith(429, {}, 'token'), read: unknown(429) })], 'passed'],
  ['an internal error', [before, after({ token: tokenAnswer(), read: unknown(500) })], 'passed'],
  [
    'what was refused before already',
    [{ accounts: { own: { token: noToken() } } }, after({ token: noToken() })],
    'passed',
  ],
  ['no action', [before], 'cannot-tell'],
])('%s', (_, seen, kind) => {
  expect(othersAsBefore(seen).kind).toBe(kind)
})

test('the account and the action are named', () => {
  expect(othersAsBefore([before, after({ token: noToken() })])).toMatchObject({
    findings: [{ expected: "the profile's account as before, after disable_partner of another one" }],
  })
})
