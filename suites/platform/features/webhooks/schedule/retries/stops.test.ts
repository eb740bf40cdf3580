import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { boundsAfter } from '../../../../vocabulary/attempts/timing.ts'
import { stopsAfter } from './stops.ts'

const { delivery } = await loadSpec()
const SLACK_MS = 2000
const HUNDRED_MS = { earliest: 900, latest: 1000, ended: 1000 }

const failing = attemptAt(1000, HUNDRED_MS)
const silent = attemptAt(1000, { ...HUNDRED_MS, answered: { kind: 'silence' } })

const repeats = delivery.attempts.slice(1).map(({ delayMs }) => delayMs)

test.each(repeats)('a punctual attempt after %i ms falls into a short move', (delayMs) => {
  const stops = stopsAfter(failing, delayMs, delivery, SLACK_MS)
  const due = 950 + delayMs
  const next = stops.findIndex((stop) => stop >= due)
  expect((stops[next] ?? 0) - (stops[next - 1] ?? 0)).toBeLessThanOrEqual(102)
})

test.each(repeats)(
  'after %i ms no move crosses a bound by more than an attempt is unsure itself',
  (delayMs) => {
    for (const attempt of [failing, silent]) {
      const { early, late } = boundsAfter(attempt, delayMs, delivery, SLACK_MS)
      const stops = stopsAfter(attempt, delayMs, delivery, SLACK_MS)
      for (const bound of [early, late])
        expect(stops).toEqual(expect.arrayContaining([900 + bound - 1, 1000 + bound + 1]))
      expect(stops.at(-1)).toBeGreaterThan(1000 + late)
    }
  },
)

test('there are few moves, since each is a request', () => {
  expect(Math.max(...repeats.map((ms) => stopsAfter(failing, ms, delivery, SLACK_MS).length))).toBeLessThan(
    25,
  )
})
