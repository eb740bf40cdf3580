import { expect, test } from 'vitest'
import type { Requirement } from '../conformance/requirement.ts'
import { loadSpec } from './index.ts'
import { withRemedies } from './remedies.ts'

const row = (clause: string, more: Partial<Requirement> = {}): Requirement => ({
  ...{ id: 'one', clause, level: 'must', side: 'platform', title: 'One holds' },
  ...more,
})

test.each([
  ['8.retry', 'Retry'],
  ['8.retry.1', 'Retry'],
  ['8', 'Eight'],
  ['9', undefined],
])('a row of clause %s has the advice %s', (clause, remedy) => {
  const [found] = withRemedies([row(clause)], { '8': 'Eight', '8.retry': 'Retry' })
  expect(found?.remedy).toBe(remedy)
})

test('a row with advice of its own keeps it, and a row of another side gets none', () => {
  const own = row('8', { remedy: 'Own' })
  const receiver = row('8', { side: 'receiver' })
  expect(withRemedies([own, receiver], { '8': 'Eight' })).toEqual([own, receiver])
})

test('the specification has advice for most rows about platforms', async () => {
  const { requirements } = await loadSpec()
  const rows = requirements.filter(({ side, excluded }) => side === 'platform' && excluded === undefined)
  expect(rows.filter(({ remedy }) => remedy !== undefined).length).toBeGreaterThan(rows.length / 2)
})
