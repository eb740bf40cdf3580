import { expect, test } from 'vitest'
import { cannotTell } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { type Ended, endedClaims } from './expired-token.ts'

const spec = await loadSpec()
const [first] = endedClaims<Ended | undefined>((seen) => seen, cannotTell('there is none'))
const judged = (seen: Ended | undefined) => first?.judge(seen, { spec, exchanges: [] }).kind

test('a token whose lifetime is over is refused with 401 where a new one is served', () => {
  const counterparts = { submit: answeredWith(200) }
  expect(judged({ expired: { submit: answeredWith(401) }, counterparts })).toBe('passed')
  expect(judged({ expired: { submit: answeredWith(200) }, counterparts })).toBe('failed')
  expect(judged({ expired: { submit: answeredWith(403) }, counterparts })).toBe('failed')
  expect(
    judged({ expired: { submit: answeredWith(401) }, counterparts: { submit: answeredWith(401) } }),
  ).toBe('cannot-tell')
})

test('an operation that the version does not have, or a token that was not there, decides nothing', () => {
  expect(judged({ expired: {}, counterparts: {} })).toBe('cannot-tell')
  expect(judged(undefined)).toBe('cannot-tell')
})
