import { describe, expect, test } from 'vitest'
import { defects } from '../client/defects/index.ts'
import { SESSIONS } from '../client/habits.ts'
import { idsOf, judgeFake } from '../client/judge.ts'
import { advisedAgainst, legal } from '../client/legal.ts'

const TIMEOUT_MS = 600_000

test('there are wrong clients and right ones enough', () => {
  expect(Object.keys(defects).length).toBeGreaterThanOrEqual(70)
  expect(Object.keys(legal).length).toBeGreaterThanOrEqual(25)
})

describe('a client that', () => {
  test.concurrent.each(Object.entries(defects))(
    '%s is found',
    async (name, { in: scenarios, finds, warns = [] }) => {
      const report = await judgeFake(name, scenarios)
      expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...finds]))
      expect(idsOf(report, 'warned')).toEqual(expect.arrayContaining([...warns]))
    },
    TIMEOUT_MS,
  )
})

describe('a right client that', () => {
  test.concurrent.each(Object.keys(legal))(
    '%s is conformant',
    async (name) => {
      const report = await judgeFake(name, SESSIONS)
      expect({ failed: idsOf(report, 'failed'), warned: idsOf(report, 'warned'), end: report.end }).toEqual({
        failed: [],
        warned: advisedAgainst[name] ?? [],
        end: { how: 'completed' },
      })
    },
    TIMEOUT_MS,
  )
})
