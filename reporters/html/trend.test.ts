import { expect, test } from 'vitest'
import { failed, passed } from '../../conformance/verdict.ts'
import { check, reportOf } from '../fakes.ts'
import type { Report } from '../report.ts'
import { earlierRuns } from './trend.ts'

const breach = failed({ expected: 'a', observed: 'b' })
const report = reportOf({ requirements: [['one', '4', 'must']], checks: [check('one', 'must', passed())] })
const on = (day: string, more: Partial<Report> = {}) => ({
  folder: day,
  report: {
    ...reportOf({ requirements: [['one', '4', 'must']], checks: [check('one', 'must', breach)] }),
    startedAt: `2025-12-${day}T00:00:00.000Z`,
    ...more,
  },
})

test('runs of the same target before this one are reported in their order, with what failed in them', () => {
  const earlier = earlierRuns(report, [on('09'), on('07'), on('08')])
  expect(earlier.map(({ folder, verdict, failing }) => [folder, verdict, failing])).toEqual(
    ['07', '08', '09'].map((folder) => [folder, 'non-conformant', ['one']]),
  )
})

test('a must that an earlier run did not exercise is reported, so that a page can say what was lost since', () => {
  const { requirements } = reportOf({
    requirements: [
      ['one', '4', 'must'],
      ['record', '4', 'observe'],
    ],
  })
  expect(earlierRuns(report, [on('08', { requirements }), on('07')]).map((one) => one.unseen)).toEqual([
    [],
    ['one'],
  ])
})

test('runs of another target, of a part or after this one are left out', () => {
  const target = { ...report.target, name: 'another' }
  const later = { startedAt: '2027-01-01T00:00:00.000Z' }
  expect(earlierRuns(report, [on('01', { target }), on('02', { filtered: true }), on('03', later)])).toEqual(
    [],
  )
})

test('only so many are reported', () => {
  const many = Array.from({ length: 20 }, (_, index) => on(String(index + 1).padStart(2, '0')))
  expect(earlierRuns(report, many).map(({ folder }) => folder)).toHaveLength(11)
  expect(earlierRuns(report, many).at(-1)?.folder).toBe('20')
})
