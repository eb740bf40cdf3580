import { expect, test } from 'vitest'
import { entryBetween } from './explained.ts'
import { loadSpec } from './load.ts'

const spec = await loadSpec()

test.each([
  ['v1.13.0', 'v1.14.2', 'policy-preview-in-issued', 'v1.14.2'],
  ['v1.14.2', 'v1.13.0', 'policy-preview-in-issued', 'v1.14.2'],
  ['v1.13.0', 'v1.14.2', 'year-founded-before-v1-14-0', 'v1.14.0'],
  ['v1.13.0', 'v1.14.0', 'policy-preview-in-issued', undefined],
  ['v1.14.2', 'v1.14.2', 'policy-preview-in-issued', undefined],
  ['v1.13.0', 'v1.14.2', 'token-answers-200', undefined],
  ['v1.13.0', 'v1.14.2', 'secondary-key-works', 'v1.14.0'],
  ['v1.14.0', 'v1.14.2', 'secondary-key-works', 'v1.14.2'],
  ['v1.14.0', 'v1.14.2', 'every-endpoint-gets-the-event', undefined],
  ['v1.13.0', 'v1.14.0', 'every-endpoint-gets-the-event', 'v1.14.0'],
  ['2025-12-11', 'v1.6.0', 'deleted-endpoint-loses-its-history', 'v1.6.0'],
  ['2025-12-08', '2025-12-11', 'refused-bind-changes-nothing', '2025-12-11'],
  ['v1.12.1', 'v1.13.0', 'description-agrees-with-the-fields', undefined],
  ['v1.11.0', 'v1.14.0', 'description-agrees-with-the-fields', 'v1.12.1'],
  ['v1.6.0', 'v1.14.0', 'description-agrees-with-the-fields', 'v1.8.0'],
  ['v1.14.0', '2025-10-17', 'description-agrees-with-the-fields', '2025-12-11'],
  ['v1.13.0', 'v1.14.2', 'no-such-requirement', undefined],
])('from %s to %s the entry behind %s is %s', (one, other, requirement, entry) => {
  expect(entryBetween(spec, one, other)(requirement)).toBe(entry)
})
