import { beforeAll, describe, expect, test } from 'vitest'
import { type Changelog, compareVersions, isSince, knownVersion, loadSpec } from './index.ts'
import { inForce, newestWith } from './versions.ts'

let changelog: Changelog
beforeAll(async () => {
  changelog = (await loadSpec()).versions
})

describe('versions are ordered', () => {
  test('and each is in force from its own day on', () => {
    for (const { id } of changelog) expect(isSince(changelog, id, id), id).toBe(true)
  })

  test.each([
    ['v1.14.2', 'v1.14.0'],
    ['v1.10.0', 'v1.9.0'],
    ['v1.6.0', '2025-12-11'],
    ['2025-12-11', '2025-12-08'],
    ['2025-11-17', '2025-10-17'],
  ])('%s is newer than %s', (newer, older) => {
    expect(compareVersions(changelog, newer, older)).toBeGreaterThan(0)
    expect(compareVersions(changelog, older, newer)).toBeLessThan(0)
  })

  test.each([
    ['v1.14.1', 'v1.14.0', 'v1.14.2'],
    ['v1.7.3', 'v1.6.0', 'v1.8.0'],
    ['v1.12.10', 'v1.12.9', 'v1.13.0'],
  ])('%s, which is not listed, lies between %s and %s', (version, older, newer) => {
    expect(compareVersions(changelog, version, older)).toBeGreaterThan(0)
    expect(compareVersions(changelog, version, newer)).toBeLessThan(0)
  })

  test('a version is since itself', () => {
    expect(isSince(changelog, 'v1.8.0', 'v1.8.0')).toBe(true)
    expect(isSince(changelog, 'v1.6.0', 'v1.8.0')).toBe(false)
  })
})

test('a statement is in force from since on and no longer from until on', () => {
  const range = { since: 'v1.6.0', until: 'v1.8.0' }
  expect(inForce(changelog, '2025-12-11', range)).toBe(false)
  expect(inForce(changelog, 'v1.6.0', range)).toBe(true)
  expect(inForce(changelog, 'v1.7.0', range)).toBe(true)
  expect(inForce(changelog, 'v1.8.0', range)).toBe(false)
  expect(inForce(changelog, '2025-10-17', {})).toBe(true)
})

test('the newest version with a statement is that before its end', () => {
  expect(newestWith(changelog, { until: 'v1.8.0' })).toBe('v1.6.0')
  expect(newestWith(changelog, { since: 'v1.6.0' })).toBe('v1.14.2')
  expect(newestWith(changelog, { until: '2025-10-17' })).toBeUndefined()
})

test('a version may come without its v', () => {
  expect(knownVersion(changelog, '1.14.2')).toBe('v1.14.2')
})

test.each(['v1.15.0', 'v1.5.0', '2025-12-10', 'newest', ''])('%j is no known version', (version) => {
  expect(() => knownVersion(changelog, version)).toThrow(/there is no version/)
})

test('three entries break with what was before', () => {
  expect(changelog.filter(({ breaking }) => breaking).map(({ id }) => id)).toEqual([
    'v1.8.0',
    'v1.6.0',
    '2025-12-11',
  ])
})
