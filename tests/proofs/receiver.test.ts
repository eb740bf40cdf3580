import { describe, expect, test } from 'vitest'
import { defects } from '../receiver/defects/index.ts'
import { idsOf, judgeFake } from '../receiver/judge.ts'
import { legal } from '../receiver/legal.ts'
import { rightScenarios, STATED } from '../receiver/right-scenarios.ts'

const TIMEOUT_MS = 300_000

describe('a receiver that', () => {
  test.concurrent.each(Object.entries(defects))(
    '%s is found',
    async (_, { changes, in: scenarios, finds, warns = [] }) => {
      const report = await judgeFake(changes, [scenarios].flat())
      expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...finds]))
      expect(idsOf(report, 'warned')).toEqual(expect.arrayContaining([...warns]))
      expect(report.verdict).toBe(finds.length === 0 ? 'conformant' : 'non-conformant')
    },
    TIMEOUT_MS,
  )
})

describe('a right receiver that', () => {
  test.concurrent.each(Object.entries(legal))(
    '%s is conformant',
    async (name, changes) => {
      const report = await judgeFake(changes, rightScenarios(name), { effectsMs: 5000, ...STATED[name] })
      expect({ failed: idsOf(report, 'failed'), end: report.end }).toEqual({
        failed: [],
        end: { how: 'completed' },
      })
      expect(report.verdict).toBe('conformant')
    },
    TIMEOUT_MS,
  )
})
