import pLimit from 'p-limit'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../reporters/index.ts'
import { defects } from './receiver/defects/index.ts'
import { idsOf, judgeFake } from './receiver/judge.ts'
import { legal } from './receiver/legal.ts'

/** Runs wait most of the time. */
const limit = pLimit(8)
/** Everything but what takes a thousand deliveries or a quarter of a minute. */
const ALL = [
  ...['generated'],
  ...['endpoint', 'deliveries', 'forgeries', 'secrets', 'observations', 'framing', 'load/burst'],
  ...['repeats/one-after-the-other', 'repeats/broken-attempt', 'repeats/together'],
]

/** What shows the differences of most. */
const LIGHT = [
  ...['endpoint', 'deliveries', 'secrets', 'framing', 'observations/open'],
  ...['forgeries/signatures', 'repeats/one-after-the-other', 'repeats/together', 'generated/histories'],
]
const WHOLE = new Set([
  'is right in every respect',
  'answers forgeries with 404',
  'works off one delivery at a time',
])

/** Where a receiver would take minutes for everything. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  'says nothing to forgeries': ['forgeries/signatures', 'observations'],
}

const runs = new Map<string, Promise<Report>>()

beforeAll(() => {
  const begin = (name: string, judged: () => Promise<Report>) => {
    const run = limit(judged)
    // Whoever waits for it hears of its failure.
    run.catch(() => undefined)
    runs.set(name, run)
  }
  for (const [name, { changes, in: scenario }] of Object.entries(defects))
    begin(name, () => judgeFake(changes, [scenario].flat()))
  for (const [name, changes] of Object.entries(legal))
    begin(name, () => judgeFake(changes, SOME[name] ?? (WHOLE.has(name) ? ALL : LIGHT), { effectsMs: 5000 }))
  return async () => void (await Promise.allSettled(runs.values()))
})

const reportOn = async (name: string): Promise<Report> => {
  const report = await runs.get(name)
  if (report === undefined) throw new Error(`nobody judges a receiver that ${name}`)
  return report
}

describe('a receiver that', () => {
  test.each(Object.entries(defects))('%s is found', async (name, { finds, warns = [] }) => {
    const report = await reportOn(name)
    expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...finds]))
    expect(idsOf(report, 'warned')).toEqual(expect.arrayContaining([...warns]))
    expect(report.verdict).toBe(finds.length === 0 ? 'conformant' : 'non-conformant')
  })
})

describe('a right receiver that', () => {
  test.each(Object.keys(legal))('%s is conformant', async (name) => {
    const report = await reportOn(name)
    expect({ failed: idsOf(report, 'failed'), end: report.end }).toEqual({
      failed: [],
      end: { how: 'completed' },
    })
    expect(report.verdict).toBe('conformant')
  })
})
