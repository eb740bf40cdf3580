import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { clientSuite } from './index.ts'

test('every session may go on in production, since the suite simulates the platform', async () => {
  const { scenarios } = clientSuite(await loadSpec())
  expect(scenarios.filter(({ readOnly }) => readOnly !== true).map(({ id }) => id)).toEqual([])
  expect(scenarios.length).toBeGreaterThan(100)
})
