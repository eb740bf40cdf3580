import { describe, expect, test } from 'vitest'
import { iso } from '../../../vocabulary/events/testing.ts'
import { snapshotOf } from '../../../vocabulary/operator/testing.ts'
import { keepsAll } from './claims.ts'
import { calledFailed, notCalledFailed } from './failed-for-good.ts'
import { arrivals, cameAt, FIRST, log, logEntry } from './testing.ts'

describe('a log that was checked twice', () => {
  const before = { arrivals, log: log(FIRST) }
  test.each([
    ['has what it had', log(FIRST), 'passed'],
    ['has lost an attempt', log(FIRST.slice(1)), 'failed'],
    ['is empty', snapshotOf('delivery_log', []), 'failed'],
  ])('%s: %s', (_, after, kind) => {
    expect(keepsAll(before, { arrivals, log: after }).kind).toBe(kind)
  })

  test('need not have what it did not have before', () => {
    const few = snapshotOf('delivery_log', [])
    expect(keepsAll({ arrivals, log: few }, { arrivals, log: few }).kind).toBe('passed')
  })
})

describe('a delivery that succeeded', () => {
  const delivered = [cameAt('e-1', 0, 500), cameAt('e-1', 1000, 200)]
  const attempts = [500, 200].map((status, place) => ({ at: iso(place * 1000), status }))
  test.each([
    ['delivered', 'passed'],
    ['delivered after 1 unsuccessful attempt', 'passed'],
    ['sent, 1 attempt failed', 'passed'],
    ['undelivered', 'failed'],
    ['not delivered', 'failed'],
    ['failed', 'failed'],
  ])('and is called %s: %s', (word, kind) => {
    const shown = snapshotOf('delivery_log', [logEntry('e-1', attempts, word)])
    expect(notCalledFailed({ arrivals: delivered, log: shown }).kind).toBe(kind)
  })
})

describe('a delivery that is given up', () => {
  const ten = Array.from({ length: 10 }, (_, place) => cameAt('e-1', place * 1000, 500))
  const attempts = ten.map((_, place) => ({ at: iso(place * 1000), status: 500 }))
  test.each([
    ['failed', 'passed'],
    ['permanently failed', 'passed'],
    ['undelivered', 'passed'],
    ['unsuccessful', 'passed'],
    ['not delivered', 'passed'],
    ['parked', 'observed'],
    ['pending', 'failed'],
    ['delivered', 'failed'],
  ])('and is called %s: %s', (word, kind) => {
    const shown = snapshotOf('delivery_log', [logEntry('e-1', attempts, word)])
    expect(calledFailed({ arrivals: ten, log: shown }, 10).kind).toBe(kind)
  })

  test('is not judged before its last attempt', () => {
    expect(calledFailed({ arrivals: ten.slice(1), log: snapshotOf('delivery_log', []) }, 10).kind).toBe(
      'cannot-tell',
    )
  })
})
