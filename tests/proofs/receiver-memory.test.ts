import { describe, expect, test } from 'vitest'
import { idsOf } from '../judge.ts'
import { forgettingDefects, LAST_RETRY_MS, longMemories } from '../receiver/defects/forgetting.ts'
import { judgeFake } from '../receiver/judge.ts'

const SCENARIOS = ['repeats/sent-early', 'repeats/late']
const LAST = 'receiver-processes-once-to-the-last-retry'
/** The retries of an event may last for five minutes, and all of these wait so long at the same time. */
const TIMEOUT_MS = 480_000

describe.concurrent('with the last retry of an event, a receiver that', () => {
  test.each(Object.entries(forgettingDefects))(
    '%s is found',
    async (_, { changes, repeatsMs }) => {
      const report = await judgeFake(changes, SCENARIOS, { repeatsMs })
      expect(idsOf(report, 'failed')).toEqual(['receiver-processes-once', LAST])
    },
    TIMEOUT_MS,
  )

  test.each(Object.entries(longMemories))(
    '%s is conformant',
    async (_, changes) => {
      const report = await judgeFake(changes, SCENARIOS, { repeatsMs: LAST_RETRY_MS })
      expect(idsOf(report, 'failed')).toEqual([])
      expect(idsOf(report, 'passed')).toContain(LAST)
    },
    TIMEOUT_MS,
  )
})

test('without the key of the profile, the run says how long after the first delivery it checked', async () => {
  const report = await judgeFake({}, SCENARIOS)
  expect(report.requirements.find(({ id }) => id === LAST)).toMatchObject({
    verdict: 'not-exercised',
    key: 'timing.repeats',
    reason: expect.stringMatching(/tried until \d+ s after the first delivery; .* may last 315 s/),
  })
})
