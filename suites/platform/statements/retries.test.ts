import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { SILENCE } from '../vocabulary/attempts/too-late.ts'
import {
  asOperator,
  attempts,
  attemptThere,
  brokenBy,
  DELAYS,
  HOUR_MS,
  movedAt,
  passedBy,
  shownAt,
  verdictsOn,
  withOther,
} from './retries-testing.ts'

/** A platform whose breaker does not count attempts: its endpoint is shown in service at the end. */
const IN_SERVICE = { actions: [shownAt(HOUR_MS - 1)] }

test('a right retry schedule passes each statement on its times and its end', () => {
  expect(brokenBy(IN_SERVICE)).toEqual([])
  expect(passedBy(IN_SERVICE)).toEqual([
    ...['delivery-event-id-kept', 'delivery-timestamp-of-the-attempt', 'signature-of-each-attempt'],
    ...DELAYS.slice(1).map((_, place) => `retry-attempt-${place + 2}`),
    ...['retry-ends-after-ten', 'delivery-server-error-is-failure'],
  ])
})

describe('a retry schedule with copies is right', () => {
  test.each([0, 1, 100, 250])('that come after %i ms', (ms) => {
    const both = attempts().flatMap((one) => [one, attemptThere(one.latest + ms)])
    expect(brokenBy({ ...IN_SERVICE, arrivals: both })).toEqual([])
  })

  test('whose moments a step of the moved clock hides', () => {
    const rough = attempts().flatMap((one, place) => {
      const moment = place < 5 ? {} : { earliest: one.latest - 1000 }
      return [attemptThere(one.latest, moment), attemptThere(one.latest, moment)]
    })
    expect(brokenBy({ ...IN_SERVICE, arrivals: rough })).toEqual([])
  })
})

test('a copy that was answered otherwise is repeated by a worker of its own', () => {
  // The first runs into its deadline, the second breaks off, the third is taken.
  const silent = attemptThere(0, { answered: SILENCE, ended: 8000 })
  const reset = attemptThere(0, { answered: { kind: 'reset' } })
  const taken = (ms: number) => attemptThere(ms, { answered: { kind: 'answer', status: 200 } })
  const arrivals = [silent, reset, taken(0), taken(1000), taken(9000)]
  expect(brokenBy({ ...IN_SERVICE, arrivals })).toEqual([])
})

describe('one thing wrong in a retry schedule is found', () => {
  test.each(DELAYS.slice(1).map((delay, place) => [place + 2, delay] as const))(
    'attempt %i at half of its %i ms',
    (number, delay) => {
      const wrong = attempts(DELAYS.with(number - 1, delay / 2))
      expect(brokenBy({ arrivals: wrong })).toEqual([`retry-attempt-${number}`])
    },
  )

  const otherId = (place: number) =>
    withOther(place, {
      headers: [
        ['event-id', 'e2'],
        ['timestamp', '2026-03-01T12:01:03.000Z'],
      ],
    })
  test.each<[string, readonly Arrival[], readonly string[]]>([
    ['a second that is a copy in time', attempts(DELAYS.with(1, 100)), ['retry-attempt-2']],
    ['a tenth that does not come', attempts().slice(0, 9), ['retry-attempt-10']],
    ['an eleventh', attempts([...DELAYS, 60_000]), ['retry-ends-after-ten']],
    ['an eleventh in the night', attempts([...DELAYS, HOUR_MS / 2]), ['retry-ends-after-ten']],
    ['a seventh with another id', otherId(6), ['delivery-event-id-kept']],
    [
      'a timestamp that stands still once',
      withOther(1, { timestamp: '2026-03-01T12:00:00.001Z' }),
      ['delivery-timestamp-of-the-attempt'],
    ],
    [
      'a signature of the eighth attempt',
      withOther(7, { signature: { signedWith: 'none' } }),
      ['signature-of-each-attempt'],
    ],
  ])('%s', (_, arrivals, expected) => {
    expect(brokenBy({ ...IN_SERVICE, arrivals })).toEqual(expected)
  })

  test('an attempt before the deadline of the silent one before it', () => {
    const silent = attemptThere(0, { answered: SILENCE })
    const next = (ms: number) => brokenBy({ arrivals: [silent, attemptThere(ms)], end: 8500 })
    expect(next(6000)).toEqual(['retry-attempt-2', 'retry-waits-for-the-deadline'])
    expect([next(8000), next(9000)]).toEqual([[], []])
  })
})

describe('nothing is held against a platform', () => {
  test('whose breaker may have ended the retry schedule', () => {
    const five = { arrivals: attempts().slice(0, 5) }
    expect(brokenBy(five)).toEqual([])
    expect(brokenBy({ ...five, ...IN_SERVICE })).toEqual(['retry-attempt-6'])
    expect(
      brokenBy({ ...five, actions: [asOperator('enable_endpoint', 20_000), shownAt(HOUR_MS - 1)] }),
    ).toEqual(['retry-attempt-6'])
    expect(
      brokenBy({ ...five, actions: [asOperator('enable_endpoint', 40_000), shownAt(HOUR_MS - 1)] }),
    ).toEqual([])
  })

  test('that sends a repeat only once its endpoint is enabled', () => {
    const late = attempts(DELAYS.with(5, 60_000))
    expect(brokenBy({ ...IN_SERVICE, arrivals: late })).toEqual(['retry-attempt-6'])
    expect(
      brokenBy({ arrivals: late, actions: [asOperator('enable_endpoint', 74_900), shownAt(HOUR_MS - 1)] }),
    ).toEqual([])
  })

  test('over whose time a move of the clock passed', () => {
    const late = [attemptThere(0), attemptThere(9000, { earliest: 9000 })]
    expect(brokenBy({ arrivals: late, end: 9500 })).toEqual(['retry-attempt-2'])
    expect(brokenBy({ arrivals: late, end: 9500, actions: [movedAt(500, 8500)] })).toEqual([])
    const alone = { arrivals: [attemptThere(0)], actions: [movedAt(500, HOUR_MS / 2)] }
    expect(brokenBy(alone)).toEqual([])
  })

  test('whose endpoint is deleted, or not watched until the attempt is due', () => {
    const three = attempts().slice(0, 3)
    expect(brokenBy({ arrivals: three, end: 8000 })).toEqual([])
    expect(brokenBy({ arrivals: three, actions: [asOperator('delete_endpoint', 4000)] })).toEqual([])
  })

  test('beside a busy machine, unless several attempts are missing before a delivery of another event', () => {
    const headers = [
      ['event-id', 'e2'],
      ['timestamp', '2026-03-01T12:30:00.000Z'],
    ] as const
    const two = attempts().slice(0, 2)
    const body = JSON.stringify({ type: 'broker.added', timestamp: '2026-03-01T12:30:00.000Z' })
    const answered = { kind: 'answer', status: 200 } as const
    const other = attemptThere(HOUR_MS / 2, { headers, body, answered })
    const busy = (...arrivals: readonly Arrival[]) => ({ arrivals, reached: false })
    expect(brokenBy(busy(...two))).toEqual([])
    expect(brokenBy(busy(...two, other))).toEqual(['retry-attempt-3'])
    expect(brokenBy(busy(...attempts().slice(0, 8), other))).toEqual([])
    const enabled = [asOperator('enable_endpoint', HOUR_MS / 4)]
    expect(brokenBy({ ...busy(...two, other), actions: enabled })).toEqual([])
  })

  test('whose copies may have been kept back', () => {
    const both = attempts().flatMap((one) => [one, attemptThere(one.latest + 100)])
    const given = {
      arrivals: [...both, attemptThere(HOUR_MS / 2)],
      actions: [asOperator('enable_endpoint', HOUR_MS / 2 - 10)],
    }
    expect(brokenBy(given)).toEqual([])
  })

  test('but for attempts that come together long after the tenth, once the endpoint is enabled', () => {
    const later = [1, 2].map((ms) => attemptThere(HOUR_MS / 2 + ms, { earliest: HOUR_MS / 4 }))
    const given = {
      arrivals: [...attempts(), ...later],
      actions: [asOperator('enable_endpoint', HOUR_MS / 4)],
    }
    expect(brokenBy(given)).toEqual(['retry-ends-after-ten'])
  })

  test('whose timestamps are in whole seconds', () => {
    const whole = attempts(DELAYS.with(1, 950)).map((one) => {
      const at = new Date(Date.parse('2026-03-01T12:00:00.000Z') + one.latest)
      return attemptThere(one.latest, { timestamp: at.toISOString().replace(/\.\d+/, '') })
    })
    expect(brokenBy({ arrivals: whole })).toEqual([])
  })

  test('where the suite was held up for longer than the breach', () => {
    const late = attempts(DELAYS.with(3, 9000))
    expect(brokenBy({ arrivals: late })).toEqual(['retry-attempt-4'])
    expect(brokenBy({ arrivals: late, heldUpMs: 4000 })).toEqual([])
  })

  test('that repeats an event from before the ledger, at an endpoint that somebody registered by hand', () => {
    const elsewhere = attempts(DELAYS.with(1, 9000)).map((one) => ({ ...one, endpoint: '/by-hand' }))
    expect(brokenBy({ arrivals: elsewhere })).toEqual([])
  })
})

test('a delay that was not measured closely enough decides nothing, unless another one does', () => {
  const bare = { headers: [['event-id', 'e1']] as const }
  const rough = [attemptThere(0, bare), attemptThere(1000, { ...bare, earliest: 0 })]
  const ofSecond = (arrivals: readonly Arrival[]) =>
    verdictsOn({ arrivals, end: 1500 }).find(([requirement]) => requirement === 'retry-attempt-2')?.[1].kind
  const elsewhere = [attemptThere(0), attemptThere(1000)].map((one) => ({ ...one, endpoint: '/second' }))
  expect([ofSecond(rough), ofSecond([...rough, ...elsewhere])]).toEqual(['cannot-tell', 'passed'])
})

test('a finding says what its event is about, how the receiver answered, and what the operator did', () => {
  const rotated = asOperator('rotate_secret', 2000)
  const slow = attempts(DELAYS.with(3, 40_000)).map((one, place) =>
    place === 1 ? attemptThere(one.latest, { answered: { kind: 'reset' } }) : one,
  )
  const [[, verdict] = []] = verdictsOn({ arrivals: slow, actions: [rotated] }).filter(
    ([, { kind }]) => kind === 'failed',
  )
  expect(verdict).toMatchObject({
    findings: [{ under: 'quote.created, after a reset, while the secret is rotated' }],
  })
})
