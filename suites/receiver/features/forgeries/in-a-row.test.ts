import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { forgeriesInARow, type ForgeryRow } from './in-a-row.ts'

const requirement = 'receiver-forgeries-keep-none-out'
const row = (isForged: boolean, status = 200): ForgeryRow => ({ isForged, right: [answered(status)] })
const [shut, open] = [row(true, 429), row(false)]

testClaims(forgeriesInARow, {
  spec: await loadSpec(),
  trace: [row(true)],
  rows: [
    {
      requirement,
      with: 'forgeries that keep right deliveries out each time, and as many right ones that do not',
      change: () => [shut, open, shut, shut, open],
      expected: 'failed',
      finding: { observed: 'status 429' },
    },
    {
      requirement,
      with: 'right deliveries that keep others out as well',
      change: () => [shut, row(false, 429)],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'a rate that right deliveries reach later',
      change: () => [shut, open, shut, shut, row(false, 429)],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'forgeries that keep others out once',
      change: () => [shut, open, shut, row(true)],
      expected: 'passed',
    },
    {
      requirement,
      with: 'a receiver that takes nothing any more',
      change: () => [shut],
      expected: 'cannot-tell',
    },
    { requirement, with: 'no time', change: () => [], expected: 'cannot-tell' },
  ],
})
