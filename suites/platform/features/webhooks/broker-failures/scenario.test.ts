import { expect, test } from 'vitest'
import { spec } from '../../../vocabulary/events/testing.ts'
import { hasOpened } from './scenario.ts'

const sample = { status: 'enabled', failures: 5, withCopies: 5, spanMs: 40_000 }

test('five events of brokers that failed for good must disable their endpoint', () => {
  expect(hasOpened(sample, spec).kind).toBe('failed')
  expect(hasOpened({ ...sample, status: 'disabled' }, spec).kind).toBe('passed')
})

test('an endpoint that five failed attempts had disabled is right', () => {
  expect(hasOpened({ ...sample, status: 'disabled', failures: 0 }, spec).kind).toBe('passed')
})

test('an endpoint that five missed deadlines left enabled, and other failed attempts disabled, is wrong', () => {
  const later = { ...sample, status: 'disabled', failures: 0, withCopies: 0 }
  expect(hasOpened({ ...later, missed: 'enabled' }, spec).kind).toBe('failed')
  expect(hasOpened({ ...later, missed: 'disabled' }, spec).kind).toBe('passed')
  expect(hasOpened({ ...later, missed: 'enabled', withCopies: 1 }, spec).kind).toBe('cannot-tell')
  // Where events count, five missed deadlines are no failures yet.
  expect(hasOpened({ ...later, missed: 'enabled', failures: 5, withCopies: 5 }, spec).kind).toBe('passed')
})

test('fewer events, events over a longer time, and copies decide nothing', () => {
  expect(hasOpened({ ...sample, failures: 4 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened({ ...sample, spanMs: 400_000 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened({ ...sample, withCopies: 10 }, spec).kind).toBe('cannot-tell')
  expect(hasOpened(undefined, spec).kind).toBe('cannot-tell')
})
