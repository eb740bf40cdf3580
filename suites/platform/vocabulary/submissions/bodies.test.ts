import { expect, test } from 'vitest'
import { nearlyJson } from './bodies.ts'

test('nearly JSON is no JSON, in three ways where there is a number', () => {
  const texts = nearlyJson({ name: 'Acme', revenue: 5000.5, claims: { claims_count: 1 } })
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(() => JSON.parse(text)).toThrow()
  expect(nearlyJson({ name: 'Acme' })).toHaveLength(2)
  expect(nearlyJson({ address: 'Dock 12:30, Main', revenue: 5 })).toHaveLength(2)
})
