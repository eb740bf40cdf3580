import { expect, test } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { viewTables } from './tables.ts'

test('every published transition, every document cell and every attempt names the requirement that states it', async () => {
  const { states, transitions, documents, delivery } = viewTables(await loadSpec(), 2000)
  expect(states).toHaveLength(8)
  const published = transitions.filter((one) => one.published)
  expect(published).toHaveLength(10)
  expect(documents.map(({ cells }) => cells.length)).toEqual([8, 8, 8, 8])
  const rows = [...published, ...documents.flatMap(({ cells }) => cells), ...delivery.attempts]
  expect(rows.filter(({ requirement }) => requirement === undefined)).toEqual([])
})

test('a transition that the contract only tolerates is stated by nothing', async () => {
  const { transitions } = viewTables(await loadSpec(), 2000)
  const tolerated = transitions.filter((one) => !one.published)
  expect(tolerated.length).toBeGreaterThan(0)
  expect(tolerated.filter(({ requirement }) => requirement !== undefined)).toEqual([])
})
