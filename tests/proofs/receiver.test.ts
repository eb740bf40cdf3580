import { describe, expect, test } from 'vitest'
import type { ReceiverProfile } from '../../targets/profile/index.ts'
import { defects } from '../receiver/defects/index.ts'
import { idsOf, judgeFake } from '../receiver/judge.ts'
import { legal } from '../receiver/legal.ts'

/** All scenarios except those with a thousand deliveries or a quarter of a minute. */
const ALL = [
  ...['generated'],
  ...['endpoint', 'deliveries', 'forgeries', 'secrets', 'observations', 'framing', 'load/burst'],
  ...['repeats/one-after-the-other', 'repeats/broken-attempt', 'repeats/together', 'repeats/whole-run'],
]

/** Scenarios that show most of the differences. */
const LIGHT = [
  ...['endpoint', 'deliveries', 'secrets', 'framing', 'observations/open'],
  ...['forgeries/signatures', 'forgeries/ways', 'generated/histories'],
  ...['repeats/one-after-the-other', 'repeats/together', 'repeats/whole-run'],
]
const WHOLE = new Set([
  'is right in every respect',
  'answers forgeries with 404',
  'works off one delivery at a time',
])

/** Fewer scenarios for receivers that would take minutes for all. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  'says nothing to forgeries': ['forgeries/signatures', 'forgeries/ways', 'observations'],
}

/** Header names in the profile, for receivers that need them. */
const STATED: Readonly<Record<string, Partial<ReceiverProfile>>> = {
  'takes events of its own brokerage only': { brokerageId: 'brk-17' },
  // A backlog takes longer than this.
  'processes one event after the other, with a backlog': { effectsMs: 500 },
}

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
      const scenarios = SOME[name] ?? (WHOLE.has(name) ? ALL : LIGHT)
      const report = await judgeFake(changes, scenarios, { effectsMs: 5000, ...STATED[name] })
      expect({ failed: idsOf(report, 'failed'), end: report.end }).toEqual({
        failed: [],
        end: { how: 'completed' },
      })
      expect(report.verdict).toBe('conformant')
    },
    TIMEOUT_MS,
  )
})
