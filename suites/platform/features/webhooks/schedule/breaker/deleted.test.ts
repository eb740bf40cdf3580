import { expect, test } from 'vitest'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { done, refusedStep, snapshotOf } from '../../../../vocabulary/operator/testing.ts'
import { nothingHeld } from './deleted.ts'

const deletion = {
  arrivals: [],
  log: snapshotOf('delivery_log', []),
  deleted: done('delete_endpoint'),
  afterwards: { step: refusedStep('delivery_log') },
}

test('nothing may come after an endpoint out of service is deleted', () => {
  expect(nothingHeld({ deletion, after: [], watchedMs: 1 }).kind).toBe('passed')
  expect(nothingHeld({ deletion, after: [attemptAt(0)], watchedMs: 1 }).kind).toBe('failed')
})

test('an endpoint that may not be deleted then decides nothing', () => {
  const kept = { ...deletion, deleted: refusedStep('delete_endpoint') }
  expect(nothingHeld({ deletion: kept, after: [attemptAt(0)], watchedMs: 1 }).kind).toBe('cannot-tell')
})
