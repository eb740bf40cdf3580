import { describe, expect, test } from 'vitest'
import { idsOf } from '../judge.ts'
import { corpora } from '../proof/corpora.ts'

const { wrong, right, judge } = corpora.client
const TIMEOUT_MS = 600_000

test('there are wrong clients and right ones enough', () => {
  expect(Object.keys(wrong).length).toBeGreaterThanOrEqual(70)
  expect(Object.keys(right).length).toBeGreaterThanOrEqual(25)
})

describe('a client that', () => {
  test.concurrent.each(Object.entries(wrong))(
    '%s is found',
    async (name, { finds, warns = [] }) => {
      const report = await judge(name)
      expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...finds]))
      expect(idsOf(report, 'warned')).toEqual(expect.arrayContaining([...warns]))
    },
    TIMEOUT_MS,
  )
})

describe('a right client that', () => {
  test.concurrent.each(Object.entries(right))(
    '%s is conformant',
    async (name, warned) => {
      const report = await judge(name)
      expect({ failed: idsOf(report, 'failed'), warned: idsOf(report, 'warned'), end: report.end }).toEqual({
        failed: [],
        warned,
        end: { how: 'completed' },
      })
    },
    TIMEOUT_MS,
  )
})
