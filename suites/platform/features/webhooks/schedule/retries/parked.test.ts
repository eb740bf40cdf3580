import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { noMoreThanTen, type ParkedTrace } from './parked.ts'

const { delivery } = await loadSpec()
const MINUTE = 60_000

/** Some attempts, one a minute, at an endpoint that was enabled again twice. */
const parked = (count: number, more: Partial<ParkedTrace> = {}): ParkedTrace => ({
  attempts: Array.from({ length: count }, (_, place) => attemptAt(place * MINUTE)),
  ...{ timesReenabled: 2, hasCopies: false, silenceMs: 77_000, heldUpMs: 0 },
  ...more,
})

test.each([
  ['ten attempts in all', parked(10), 'passed'],
  ['repeats that are lost', parked(5), 'passed'],
  ['an eleventh attempt', parked(11), 'failed'],
  ['an eleventh attempt beside copies', parked(11, { hasCopies: true }), 'cannot-tell'],
  ['an endpoint that stayed in service', parked(11, { timesReenabled: 0 }), 'cannot-tell'],
  ['an eleventh while the suite was held up', parked(11, { heldUpMs: 1000 }), 'cannot-tell'],
])('%s', (_, trace, kind) => {
  expect(noMoreThanTen(trace, delivery).kind).toBe(kind)
})

test('whatever may be a copy is left out', () => {
  const moved = { earliest: 0, latest: 2000 }
  const own = fewestAttempts([attemptAt(2000, moved), attemptAt(2100, moved), attemptAt(4000)])
  expect(own.map(({ latest }) => latest)).toEqual([2000, 4000])
})
