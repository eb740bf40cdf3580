import { expect, test } from 'vitest'
import { causeKey } from '../../../../conformance/cause.ts'
import type { Verdict } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { accepted, inTime } from './answer.ts'

const spec = await loadSpec()
const causesOf = (...verdicts: readonly Verdict[]) =>
  new Set(verdicts.flatMap((one) => (one.kind === 'failed' ? one.findings.map(causeKey) : ['none'])))

test('answers that come too late or not at all have one cause, whatever was delivered', () => {
  const late = answered(200, 9001)
  const silent = unanswered('timeout')
  expect(
    causesOf(accepted(silent, 'one'), accepted(silent, 'another'), inTime(silent, spec), inTime(late, spec))
      .size,
  ).toBe(1)
})

test('a refusal has another cause than an answer that is late', () => {
  expect(causesOf(accepted(answered(500)), accepted(unanswered('timeout'))).size).toBe(2)
})
