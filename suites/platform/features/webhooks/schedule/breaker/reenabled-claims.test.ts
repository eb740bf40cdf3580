import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { breaches, judgeAll } from '../../../../vocabulary/attempts/testing.ts'
import { snapshotOf } from '../../../../vocabulary/operator/testing.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { arrivals, FIRST, log, logEntry, SECOND } from '../../delivery-log/testing.ts'
import { reenabledClaims } from './reenabled-claims.ts'
import type { BreakerTrace } from './trace.ts'

const spec = await loadSpec()
const NAME = 'of new events after the endpoint was enabled again'
const claims = reenabledClaims.filter(({ name }) => name === NAME)

/** A trace with the log of an endpoint that was enabled again. */
const traceOf = (log: Logged | undefined) =>
  ({ outOfService: { again: log === undefined ? {} : { log } } }) as BreakerTrace

const broken = (shown: Logged['log']) => breaches(claims, traceOf({ arrivals, log: shown }), spec)

test('a log with all attempts since then breaks nothing', () => {
  expect(broken(log(FIRST))).toEqual([])
})

test.each([
  ['one event is missing', snapshotOf('delivery_log', [SECOND]), ['delivery-log-has-every-attempt']],
  ['one attempt is missing', log(FIRST.slice(1)), ['delivery-log-has-every-attempt']],
  ['a time is wrong', log(FIRST.with(1, { ...FIRST[1], at: 0 })), ['delivery-log-times']],
  ['a failure is called 200', log(FIRST.with(0, { ...FIRST[0], status: 200 })), ['delivery-log-results']],
  [
    'one of the events has no attempt',
    snapshotOf('delivery_log', [logEntry('e-1', []), SECOND]),
    ['delivery-log-has-every-attempt'],
  ],
])('a log where %s is found', (_, shown, expected) => {
  expect(broken(shown)).toEqual(expected.map((requirement) => `${requirement}: ${NAME}`))
})

test('a log that was not read decides nothing', () => {
  expect(judgeAll(claims, traceOf(undefined), spec).map(([, { kind }]) => kind)).toEqual([
    'cannot-tell',
    'cannot-tell',
    'cannot-tell',
  ])
})
