import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { attemptAt, breaches, epoch, judgeAll } from '../../../../vocabulary/attempts/testing.ts'
import { breakerClaims as claimsOf } from './claims.ts'
import type { BreakerTrace, OutOfService, Reenabled, StatusSample } from './trace.ts'

const spec = await loadSpec()
const breakerClaims = claimsOf(spec)

const WHEN = 'after the endpoint was enabled again'

const sample = (
  failures: number,
  status = failures < 5 ? 'enabled' : 'disabled',
  withCopies = failures,
  spanMs = 0,
): StatusSample => ({ status, failures, withCopies, spanMs })

const MOMENTS = [0, 1, 3, 7, 15, 31, 63, 123, 183, 243].map((s) => s * 1000)

const retries: RetryTrace = {
  attempts: MOMENTS.map((ms) => attemptAt(ms)),
  epoch,
  silenceMs: 77_000,
  slackMs: 2000,
  heldUpMs: 0,
  foreignDeliveries: 0,
}

const TYPES = ['quote.created', 'policy.created']

const outOfService: OutOfService = {
  arrivals: [],
  watchedMs: 86_400_000,
  rotated: true,
  statusAtTheEnd: 'disabled',
  elsewhere: [attemptAt(20_000)],
  ofEveryType: { owed: TYPES, came: TYPES },
  broker: { arrivals: [], elsewhere: [attemptAt(30_000)] },
  afterwards: { owed: TYPES, came: TYPES },
  again: {
    retries,
    below: sample(4),
    sharp: [sample(4), sample(5)],
    out: { arrivals: [], watchedMs: 86_400_000, rotated: true, statusAtTheEnd: 'disabled', elsewhere: [] },
  },
  lateEvents: 0,
  lateRepeats: 0,
}

const WINDOW_MS = spec.delivery.breaker.windowMs
const slow = { status: 'enabled', taken: 6, isRepeated: false, isTooLate: false, heldUpMs: 0 }

const right: BreakerTrace = {
  slow,
  reading: 'attempts',
  sharp: [sample(4), sample(5)],
  below: sample(4),
  belowAgain: sample(4),
  spread: sample(5),
  afterSuccess: sample(5),
  across: sample(5),
  outOfService,
  ...{ secrets: [], foreignDeliveries: 0 },
}

/** A trace in real time, where the suite does not wait for permanent failures. */
const few: RetryTrace = {
  ...retries,
  attempts: MOMENTS.slice(0, 4).map((ms, place) =>
    attemptAt(ms, { answered: { kind: 'answer', status: place < 3 ? 500 : 200 } }),
  ),
  silenceMs: 0,
}

const out = (some: Partial<OutOfService>): Partial<BreakerTrace> => ({
  outOfService: { ...outOfService, ...some },
})
const again = (some: Partial<Reenabled>): Partial<BreakerTrace> =>
  out({ again: { ...outOfService.again, ...some } })

const broken = (some: Partial<BreakerTrace>) => breaches(breakerClaims, { ...right, ...some }, spec)

test('a right breaker of either reading breaks nothing', () => {
  expect(broken({})).toEqual([])
  expect(
    broken({ reading: 'events', outOfService: { ...outOfService, again: { retries: few, sharp: [] } } }),
  ).toEqual([])
})

test('failures that had not all come by the first sample may be what opened it', () => {
  const unfinished = { below: sample(2), belowAgain: sample(0, 'disabled') }
  expect(broken({ ...unfinished, outOfService: { ...outOfService, elsewhere: [] } })).toEqual([])
})

describe('one thing wrong with a breaker is found', () => {
  test.each<[string, Partial<BreakerTrace>, readonly string[]]>([
    ['it opens at four', { sharp: [sample(4, 'disabled')] }, ['breaker-stays-closed-below-five']],
    [
      'it opens at six',
      { sharp: [sample(4), sample(5, 'enabled')], openedAt: 6, reading: 'events' },
      ['breaker-fits-a-reading', 'breaker-opens-at-five'],
    ],
    [
      'it does not open',
      { sharp: [sample(4), sample(5, 'enabled')] },
      ['breaker-fits-a-reading', 'breaker-opens-at-five'],
    ],
    [
      'it forgets after a minute',
      { spread: sample(5, 'enabled') },
      ['breaker-opens-at-five: spread over four minutes, with successes in between'],
    ],
    [
      'a success takes failures back',
      { afterSuccess: sample(5, 'enabled') },
      ['breaker-opens-at-five: of two events, with a success in between'],
    ],
    [
      'it counts in fixed windows',
      { across: sample(5, 'enabled') },
      ['breaker-opens-at-five: five minutes after an earlier failure'],
    ],
    [
      'it never forgets',
      { belowAgain: { ...sample(4, 'disabled'), restMs: WINDOW_MS + 1 } },
      ['breaker-forgets-after-five-minutes'],
    ],
    ['it closes by itself', out({ statusAtTheEnd: 'enabled' }), ['breaker-stays-open']],
    ['it lets one through', out({ arrivals: [attemptAt(60_000)] }), ['breaker-stops-deliveries']],
    [
      'it opens only once',
      again({ sharp: [sample(4), sample(5, 'enabled')] }),
      [`breaker-opens-at-five: ${WHEN}`],
    ],
    [
      'it opens sooner the second time',
      again({ below: sample(3, 'disabled'), sharp: [] }),
      [`breaker-stays-closed-below-five: ${WHEN}`],
    ],
    [
      'it opens sooner the second time, on real time',
      out({ again: { retries: few, sharp: [sample(2, 'disabled')] } }),
      [`breaker-stays-closed-below-five: ${WHEN}`],
    ],
    [
      'it no longer forgets the second time',
      again({ sharp: [sample(1, 'disabled')] }),
      [`breaker-forgets-after-five-minutes: ${WHEN}`],
    ],
    [
      'it closes by itself the second time',
      again({
        out: { arrivals: [], watchedMs: 86_400_000, rotated: true, statusAtTheEnd: 'enabled', elsewhere: [] },
      }),
      [`breaker-stays-open: ${WHEN}`],
    ],
    [
      'it lets one through the second time',
      again({
        out: {
          arrivals: [attemptAt(60_000)],
          watchedMs: 86_400_000,
          rotated: true,
          statusAtTheEnd: 'disabled',
          elsewhere: [],
        },
      }),
      [`breaker-stops-deliveries: ${WHEN}`],
    ],
    [
      'first attempts come late once it was taken back',
      again({ retries: { ...retries, attempts: MOMENTS.map((ms) => attemptAt(ms + 20_000)) } }),
      [`retry-attempt-1: ${WHEN}`],
    ],
    [
      'an enabled endpoint gets nothing',
      again({ retries: { ...retries, attempts: [] } }),
      [`breaker-lets-enabled-endpoints-work: ${WHEN}`],
    ],
    ['it holds other endpoints up', out({ elsewhere: [] }), ['breaker-is-per-endpoint']],
    [
      'it is opened by deliveries that were answered late',
      { slow: { ...slow, status: 'disabled' } },
      ['answer-at-7-seconds-is-success: for the breaker'],
    ],
    [
      'it holds the event of a policy up that is for another endpoint',
      out({ ofEveryType: { owed: TYPES, came: ['quote.created'] } }),
      ['breaker-is-per-endpoint: for events of every type'],
    ],
    [
      'it tells a broker to an endpoint that is out of service',
      out({ broker: { arrivals: [attemptAt(30_000)], elsewhere: [attemptAt(30_000)] } }),
      ['breaker-stops-deliveries: that announce a broker'],
    ],
    [
      'it knows one type of an endpoint that it takes back',
      out({ afterwards: { owed: TYPES, came: ['quote.created'] } }),
      ['breaker-lets-enabled-endpoints-work: for events of every type'],
    ],
  ])('%s', (_, some, expected) => {
    expect(broken(some)).toEqual(expected)
  })
})

describe('nothing is held against a platform', () => {
  test('that counts copies, or does not', () => {
    const counting = {
      sharp: [sample(3, 'disabled', 6)],
      below: sample(3, 'disabled', 6),
      belowAgain: sample(0, 'disabled'),
    }
    expect(broken(counting)).toEqual([])
    expect(broken({ sharp: [sample(4, 'enabled', 8), sample(5, 'disabled', 10)] })).toEqual([])
  })

  test.each<[string, Partial<BreakerTrace>]>([
    ['where others failed deliveries too', { sharp: [sample(4, 'disabled')], foreignDeliveries: 1 }],
    [
      'whose failures took longer than the window',
      { sharp: [sample(4), sample(5, 'enabled', 5, WINDOW_MS + 1)] },
    ],
    ['whose earlier failures came late', { belowAgain: { ...sample(4, 'disabled'), restMs: WINDOW_MS } }],
    ['where a busy machine answered too late', { slow: { ...slow, status: 'disabled', isTooLate: true } }],
  ])('%s', (_, some) => {
    expect(broken(some)).toEqual([])
  })

  test('whose status is no known word', () => {
    const verdicts = judgeAll(breakerClaims, { ...right, sharp: [sample(5, 'paused')] }, spec)
    expect(verdicts.find(([name]) => name === 'breaker-opens-at-five')?.[1]).toMatchObject({
      kind: 'cannot-tell',
      key: 'operator.endpoint_status',
    })
  })
})
