import { expect, test } from 'vitest'
import { redactedJudgement } from './redacted.ts'

test('why a circumstance was left out holds no secret that a target answered with', () => {
  const why = 'the operator action did not succeed: {"key":"ik_secret"}'
  const coverage = { covered: 1, together: 2, cases: 1, left: [{ circumstance: 'rotation', why }] }
  const said = redactedJudgement({ checks: [], coverage }, (text) => text.replace('ik_secret', '[redacted]'))
  expect(said.coverage).toEqual({
    ...coverage,
    left: [{ circumstance: 'rotation', why: 'the operator action did not succeed: {"key":"[redacted]"}' }],
  })
})
