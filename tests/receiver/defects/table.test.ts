import { expect, test } from 'vitest'
import { defects } from './index.ts'
import { receiverDefectOf } from './table.ts'

const FINDS = ['receiver-stays-up']

test('every defect makes changes, anew for each receiver', () => {
  for (const { changes } of Object.values(defects)) {
    expect(Object.keys(changes()).length).toBeGreaterThan(0)
    expect(changes()).not.toBe(changes())
  }
})

test.each([
  [{ mistrusts: [], finds: FINDS }, 'there is no mistrusts'],
  [{ trusts: ['full moon'], finds: FINDS }, 'there is no full moon'],
  [{ trusts: [{ not: { moon: 'full' } }], finds: FINDS }, 'there is no moon'],
  [{ trusts: [{ id: '[' }], finds: FINDS }, 'Invalid regular expression'],
])('%j is refused with the name that is wrong', (row, why) => {
  expect(() => receiverDefectOf('is wrong', 'forgeries/signatures', row)).toThrow(why)
})
