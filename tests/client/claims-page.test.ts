import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { claimsPage, judgedOfClients, PAGE } from './claims-page.ts'

const { requirements } = await loadSpec()

test('every claim on clients says whom it might wrong', () => {
  const silent = judgedOfClients(requirements).filter(({ wouldWrong }) => wouldWrong === undefined)
  expect(silent.map(({ id }) => id)).toEqual([])
  expect(judgedOfClients(requirements).length).toBeGreaterThan(50)
})

test('the page is made from the rows', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(claimsPage(requirements))
})
