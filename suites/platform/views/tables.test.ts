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

test('a document that comes with an event has the answers that are right before it', async () => {
  const { documents } = viewTables(await loadSpec(), 2000)
  const also = (document: string, state: string) =>
    documents.find(({ name }) => name === document)?.cells.find((cell) => cell.state === state)?.also
  expect(also('quote-proposal', 'ready_to_bind')).toBe('409 until quote.proposalReady')
  expect(also('policy-preview', 'ready_to_bind')).toBe('anything until quote.proposalReady')
  expect(also('policy', 'issued')).toBeUndefined()
})
