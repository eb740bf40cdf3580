import { expect, test } from 'vitest'
import { ConformanceError } from '../conformance/errors.ts'
import { fail } from './failure.ts'
import { fakeIo } from './fake-io.ts'

test.each([
  ['PROFILE_INVALID', 2],
  ['SELECTION_EMPTY', 2],
  ['SPEC_INVALID', 3],
])('%s ends with %i', (code, exit) => {
  const io = fakeIo()
  expect(fail(new ConformanceError(code, 'it is wrong', { hint: 'mend it' }), io)).toBe(exit)
  expect(io.printed.err).toBe('quote-conformance: it is wrong (mend it)\n')
})

test('an error that nobody foresaw is one line, and its stack is shown on request only', () => {
  const io = fakeIo()
  expect(fail(new TypeError('x is\nnot a function'), io)).toBe(3)
  expect(io.printed.err).toMatch(/^quote-conformance: x is\\nnot a function \(.*DEBUG=1.*\)\n$/)
  const debugging = fakeIo({ QUOTE_CONFORMANCE_DEBUG: '1' })
  fail(new TypeError('oops'), debugging)
  expect(debugging.printed.err).toContain('failure.test.ts')
})
