import { expect, test } from 'vitest'
import { loadSpec } from './load.ts'

const spec = await loadSpec()

test.each([
  ['v1.14.2', ['endpoints', 'description']],
  ['v1.14.0', ['endpoints', 'events', 'description']],
  ['v1.13.0', []],
  ['v1.12.1', ['description']],
  ['v1.6.0', ['deliveries', 'description']],
  ['2025-12-11', ['credentials', 'description']],
  ['2025-11-17', ['endpoints', 'description']],
  ['v9.9.9', []],
])('%s changed %j', (entry, subjects) => {
  expect([...spec.changedBy(entry)]).toEqual(subjects)
})
