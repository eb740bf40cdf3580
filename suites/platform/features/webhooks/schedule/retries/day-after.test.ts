import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import type { DayAfter, RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { staysGivenUp } from './day-after.ts'

const spec = await loadSpec()
const { delivery } = spec
const HOUR_MS = 3_600_000

/** The moments of all ten attempts, in milliseconds. */
const MOMENTS = delivery.attempts.map((_, place) =>
  delivery.attempts.slice(0, place + 1).reduce((sum, { delayMs }) => sum + delayMs, 0),
)
const LAST_MS = MOMENTS.at(-1) ?? 0

const climbed = (dayAfter?: DayAfter, more: Partial<RetryTrace> = {}): RetryTrace => ({
  attempts: MOMENTS.map((ms) => attemptAt(ms)),
  ...{ silenceMs: 77_000, foreignDeliveries: 0, slackMs: 2000, heldUpMs: 0 },
  ...(dayAfter && { dayAfter }),
  ...more,
})
const inTheNight = [attemptAt(LAST_MS + 6 * HOUR_MS)]
const withCopies = [...MOMENTS.flatMap((ms) => [attemptAt(ms), attemptAt(ms + 50)])]

test.each([
  ['a day without further attempts', climbed({ attempts: [], status: 'enabled' }), 'passed'],
  ['an eleventh attempt in the night', climbed({ attempts: inTheNight, status: 'enabled' }), 'failed'],
  ['likewise once it was taken back', climbed({ attempts: inTheNight, status: 'disabled' }), 'failed'],
  [
    'a copy that may have been kept back',
    climbed({ attempts: inTheNight, status: 'disabled' }, { attempts: withCopies }),
    'cannot-tell',
  ],
  ['an endpoint of which nobody knows', climbed({ attempts: [] }), 'cannot-tell'],
  ['time that cannot be moved', climbed(), 'cannot-tell'],
  [
    'fewer than ten attempts',
    climbed(
      { attempts: inTheNight, status: 'enabled' },
      { attempts: MOMENTS.slice(1).map((ms) => attemptAt(ms)) },
    ),
    'cannot-tell',
  ],
])('%s', (_, trace, kind) => {
  expect(staysGivenUp(trace, { spec, exchanges: [] }).kind).toBe(kind)
})
