import { expect, test } from 'vitest'
import { spec } from '../testing.ts'
import { hasOpened } from './scenario.ts'

const sample = { status: 'enabled', failures: 5, withCopies: 5, spanMs: 40_000 }

test('five events of brokers that failed for good must disable their endpoint', () => {
  expect(hasOpened(sample, spec).kind).toBe('failed')
  expect(hasOpened({ ...sample, status: 'disabled' }, spec).kind).toBe('passed')
})

test('an endpoint that five failed attempts had disabled is right', () => {
  expect(hasOpened({ ...sample, status: 'disabled', failures: 0 }, spec).kind).toBe('passed')
})

test('fewer events, events over a longer time, and copies decide nothing', () => {
  expect(hasOpened({ ...sample, failures: 4 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened({ ...sample, spanMs: 400_000 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened({ ...sample, withCopies: 10 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened(undefined, spec).kind).toBe('cannot-tell')
})
