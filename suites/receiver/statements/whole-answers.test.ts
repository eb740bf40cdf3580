import { expect, test } from 'vitest'
import type { Failure } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { answered, unanswered } from '../testing/trace.ts'
import { wholeAnswers } from './whole-answers.ts'

const spec = await loadSpec()
const failing = (kind: Failure['kind']) => ({ ...answered(), failure: { kind, message: kind, status: 200 } })

test.each([
  ['whole answers', [answered()], 'passed'],
  ['a body that is cut short', [answered(), failing('cut-short')], 'failed'],
  ['a body that has no end', [{ ...failing('timeout'), elapsedMs: 12_100 }], 'failed'],
  ['a body that nobody waited for', [{ ...failing('timeout'), elapsedMs: 80 }], 'passed'],
  ['a body that is too long to be read to its end', [failing('too-large')], 'passed'],
  ['no answer at all', [unanswered('timeout')], undefined],
  ['something that is no HTTP', [unanswered('protocol')], 'failed'],
] as const)('%s', (_, exchanges, expected) => {
  expect(wholeAnswers.judge({ spec, exchanges })?.kind).toBe(expected)
})
