import { describe, expect, test } from 'vitest'
import { idsOf } from '../judge.ts'
import { corpora } from '../proof/corpora.ts'

const { wrong, right, judge } = corpora.receiver
const TIMEOUT_MS = 300_000

describe('a receiver that', () => {
  test.concurrent.each(Object.entries(wrong))(
    '%s is found',
    async (name, { finds, warns = [], spares = [], under }) => {
      const report = await judge(name)
      expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...finds]))
      expect(idsOf(report, 'warned')).toEqual(expect.arrayContaining([...warns]))
      expect(idsOf(report, 'failed').filter((id) => spares.includes(id))).toEqual([])
      if (under !== undefined)
        expect((report.causes ?? []).flatMap((cause) => cause.under ?? []).join()).toContain(under)
      expect(report.verdict).toBe(finds.length === 0 ? 'conformant' : 'non-conformant')
    },
    TIMEOUT_MS,
  )
})

describe('a right receiver that', () => {
  test.concurrent.each(Object.keys(right))(
    '%s is conformant',
    async (name) => {
      const report = await judge(name)
      expect({ failed: idsOf(report, 'failed'), end: report.end }).toEqual({
        failed: [],
        end: { how: 'completed' },
      })
      expect(report.verdict).toBe('conformant')
    },
    TIMEOUT_MS,
  )
})
