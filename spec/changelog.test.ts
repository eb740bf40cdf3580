import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readChangelog } from './changelog.ts'
import { loadSpec } from './load.ts'
import { overlaid } from './overlay.ts'
import { compareVersions } from './versions.ts'
import { readText } from './yaml-file.ts'

const entries = await readChangelog(import.meta.dirname)

test('the folder lists the entries in their order, and each name holds its version', () => {
  const names = readdirSync(join(import.meta.dirname, 'changelog')).filter((name) => name.endsWith('.yaml'))
  expect(names.toSorted().map((name) => name.slice(0, 2))).toEqual(
    names.map((_, place) => String(place + 1).padStart(2, '0')),
  )
  expect(entries.toReversed().every(({ id }, place) => names.toSorted()[place]?.includes(id))).toBe(true)
  for (const [place, { id }] of entries.entries())
    if (place > 0) expect(compareVersions(entries, entries[place - 1]?.id ?? '', id)).toBeGreaterThan(0)
})

test('every entry applies to every file that it speaks of, the oldest included', async () => {
  for (const name of ['openapi', 'lifecycle', 'documents', 'endpoints', 'errors'] as const) {
    const file = name === 'openapi' ? 'openapi.yaml' : `tables/${name}.yaml`
    const newest: unknown = parse(await readText(import.meta.dirname, file))
    expect(() =>
      overlaid(
        newest,
        entries.flatMap(({ before }) => before[name] ?? []),
      ),
    ).not.toThrow()
  }
})

test('a version between two entries has the form that the older one gave', async () => {
  const [between, listed] = await Promise.all([
    loadSpec({ version: 'v1.7.0' }),
    loadSpec({ version: 'v1.6.0' }),
  ])
  expect(between.lifecycle.states).toEqual(listed.lifecycle.states)
  expect(between.document).toEqual({
    ...listed.document,
    info: { ...(listed.document.info as object), version: '1.7.0' },
  })
})

test('each version has its own states, endpoints and events', async () => {
  const counts = await Promise.all(
    entries.map(async ({ id }) => {
      const { lifecycle, endpoints, delivery } = await loadSpec({ version: id })
      return [id, lifecycle.states.length, endpoints.length, delivery.events.length]
    }),
  )
  expect(counts).toEqual([
    ['v1.14.2', 8, 8, 4],
    ['v1.14.0', 8, 7, 4],
    ['v1.13.0', 8, 6, 3],
    ['v1.12.1', 8, 6, 3],
    ['v1.11.0', 8, 6, 3],
    ['v1.10.0', 8, 6, 3],
    ['v1.9.0', 8, 6, 3],
    ['v1.8.0', 8, 5, 3],
    ['v1.6.0', 5, 5, 3],
    ['2025-12-11', 5, 5, 3],
    ['2025-12-08', 5, 5, 3],
    ['2025-11-17', 5, 5, 3],
    ['2025-10-17', 5, 4, 3],
  ])
})
