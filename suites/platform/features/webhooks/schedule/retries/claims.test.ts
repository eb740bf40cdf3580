import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../../../spec/index.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { attemptAt, breaches, epoch, judgeAll } from '../../../../vocabulary/attempts/testing.ts'
import { retryClaims } from './claims.ts'
import { lateAnswerFails } from './late-answer.ts'

const spec = await loadSpec()
const claims = retryClaims(spec)
const DELAYS = spec.delivery.attempts.map(({ delayMs }) => delayMs)

/** The moments of attempts with these delays. */
const after = (delays: readonly number[]): readonly number[] =>
  delays.map((_, place) => delays.slice(0, place + 1).reduce((sum, delay) => sum + delay, 0))

const attempts = (delays = DELAYS): readonly Arrival[] => after(delays).map((ms) => attemptAt(ms))

const retries = (some: Partial<RetryTrace> = {}): RetryTrace => ({
  attempts: attempts(),
  epoch,
  afterFive: 'enabled',
  atTheEnd: 'enabled',
  silenceMs: 77_000,
  foreignDeliveries: 0,
  slackMs: 2000,
  heldUpMs: 0,
  ...some,
})

const broken = (some: Partial<RetryTrace>) => breaches(claims, retries(some), spec)
const replaced = (place: number, more: Parameters<typeof attemptAt>[1]) =>
  attempts().map((one, at) => (at === place ? attemptAt(one.latest, more) : one))

const LATE_SUCCESS = { kind: 'answer', status: 200, delayMs: 9000 } as const

test('a right retry schedule keeps every claim', () => {
  expect(judgeAll(claims, retries(), spec).filter(([, { kind }]) => kind !== 'passed')).toEqual([])
})

describe('a retry schedule with copies is right', () => {
  test.each([0, 1, 100, 250])('that come after %i ms', (ms) => {
    const both = attempts().flatMap((one) => [one, attemptAt(one.latest + ms)])
    expect(broken({ attempts: both })).toEqual([])
  })

  test('whose moments a step of the moved clock hides', () => {
    const rough = attempts().flatMap((one, place) => {
      const moment = place < 5 ? {} : { earliest: one.latest - 1000 }
      return [attemptAt(one.latest, moment), attemptAt(one.latest, moment)]
    })
    expect(broken({ attempts: rough })).toEqual([])
  })
})

describe('a copy that was held back while its endpoint was out of service', () => {
  /** Attempts with copies that, from the eighth attempt on, come later by some time. */
  const behind = (ms: number, heldMs: number) =>
    attempts().flatMap((one, place) => [
      one,
      place < 7 ? attemptAt(one.latest) : attemptAt(one.latest + ms, { heldMs }),
    ])

  test('is a copy', () => expect(broken({ attempts: behind(750, 750) })).toEqual([]))

  test('is an attempt of its own where it comes later still', () =>
    expect(broken({ attempts: behind(1750, 750) })).toContain('retry-attempt-9'))
})

describe('one thing wrong in a retry schedule is found', () => {
  test.each(DELAYS.slice(1).map((delay, place) => [place + 2, delay] as const))(
    'attempt %i at half of its %i ms',
    (number, delay) => {
      const wrong = attempts(DELAYS.with(number - 1, delay / 2))
      expect(broken({ attempts: wrong })).toEqual([`retry-attempt-${number}`])
    },
  )

  test.each<[string, Partial<RetryTrace>, readonly string[]]>([
    [
      'the second attempt is a copy in time',
      { attempts: attempts(DELAYS.with(1, 100)) },
      ['retry-attempt-2'],
    ],
    ['a tenth that does not come', { attempts: attempts().slice(0, 9) }, ['retry-attempt-10']],
    [
      'a seventh that does not come, after a success beyond the deadline and one more attempt',
      { attempts: replaced(4, { answered: LATE_SUCCESS }).slice(0, 6) },
      ['retry-attempt-7'],
    ],
    ['an eleventh', { attempts: attempts([...DELAYS, 60_000]) }, ['retry-ends-after-ten']],
    [
      'a first attempt ten seconds after its event',
      { attempts: attempts(DELAYS.with(0, 10_000)) },
      ['retry-attempt-1'],
    ],
    [
      'an id that changes at the seventh attempt',
      {
        attempts: replaced(6, {
          headers: [
            ['event-id', 'e2'],
            ['timestamp', '2026-03-01T12:01:03.000Z'],
          ],
        }),
      },
      ['delivery-event-id-kept'],
    ],
    [
      'a timestamp that stands still once',
      { attempts: replaced(1, { timestamp: '2026-03-01T12:00:00.001Z' }) },
      ['delivery-timestamp-of-the-attempt'],
    ],
    [
      'a signature of the eighth attempt',
      { attempts: replaced(7, { signature: { signedWith: 'none' } }) },
      ['signature-of-each-attempt'],
    ],
  ])('%s', (_, some, expected) => {
    expect(broken(some)).toEqual(expected)
  })

  test('an attempt before the deadline of the silent one before it', () => {
    const silent = { answered: { kind: 'silence' } } as const
    const early = [attemptAt(0, silent), attemptAt(6000)]
    const fromStart = [attemptAt(0, silent), attemptAt(8000)]
    const fromEnd = [attemptAt(0, silent), attemptAt(9000)]
    const second = (some: readonly Arrival[]) => broken({ attempts: some }).includes('retry-attempt-2')
    expect([early, fromStart, fromEnd].map(second)).toEqual([true, false, false])
  })
})

describe('a repeat that is answered after the deadline', () => {
  const late = (some: Partial<RetryTrace> = {}) =>
    lateAnswerFails(retries({ attempts: replaced(4, { answered: LATE_SUCCESS }), ...some }), {
      spec,
      exchanges: [],
    }).kind
  const ended = { attempts: replaced(4, { answered: LATE_SUCCESS }).slice(0, 5) }

  test('is followed by another one', () => expect(late()).toBe('passed'))
  test('has failed: where nothing follows, that is a breach', () => expect(late(ended)).toBe('failed'))
  test('may have been the last one before a breaker', () => {
    expect(late({ ...ended, afterFive: 'disabled' })).toBe('cannot-tell')
    expect(late({ ...ended, atTheEnd: 'disabled' })).toBe('cannot-tell')
    const enabled = (enabledAfter: number) => late({ ...ended, afterFive: 'disabled', enabledAfter })
    const came = (ended.attempts ?? []).length
    expect([enabled(came), enabled(came - 1)]).toEqual(['cannot-tell', 'failed'])
  })
  test('has to come', () => expect(late({ attempts: attempts() })).toBe('cannot-tell'))
})

describe('nothing is held against a platform', () => {
  test('whose breaker may have ended the retry schedule', () => {
    const some = { attempts: attempts().slice(0, 5), afterFive: 'disabled', atTheEnd: 'disabled' }
    expect(broken(some)).toEqual([])
  })

  test('whose clock is hours off, or whose two clocks are a little', () => {
    const hours = 3 * 3_600_000
    expect(broken({ epoch: { least: epoch.least - 5000, most: epoch.most - 5000 } })).toEqual([])
    const shifted = attempts().map((one) =>
      attemptAt(one.latest, { body: bodyAt(hours), timestamp: at(one.latest + hours) }),
    )
    expect(
      broken({ attempts: shifted, epoch: { least: epoch.least + hours, most: epoch.most + hours } }),
    ).toEqual([])
  })

  test('whose timestamps are in whole seconds', () => {
    const whole = attempts(DELAYS.with(1, 950)).map((one) =>
      attemptAt(one.latest, { timestamp: at(one.latest).replace(/\.\d+/, '') }),
    )
    expect(broken({ attempts: whole })).toEqual([])
  })

  test('where the suite was held up for longer than the breach', () => {
    const late = attempts(DELAYS.with(3, 9000))
    expect(broken({ attempts: late })).toEqual(['retry-attempt-4'])
    expect(broken({ attempts: late, heldUpMs: 4000 })).toEqual([])
  })
})

function at(ms: number): string {
  return new Date(epoch.least + ms).toISOString()
}

function bodyAt(ms: number): string {
  return JSON.stringify({ type: 'quote.created', timestamp: at(ms) })
}

test('each failure of a retry schedule names the type of its event', () => {
  const body = JSON.stringify({ type: 'policy.created', timestamp: '2026-03-01T12:00:00.000Z' })
  const ofPolicy = attempts().map((one) => ({ ...one, body }))
  const wrong = [
    { attempts: ofPolicy.slice(0, 2) },
    {
      attempts: ofPolicy.map((one, place) =>
        place < 2 ? one : { ...one, latest: one.latest + 9e4, earliest: one.earliest + 9e4 },
      ),
    },
    { attempts: [...ofPolicy.slice(0, 2), { ...attempts()[2], body: '{}' } as Arrival] },
  ]
  for (const one of wrong) {
    const findings = judgeAll(claims, retries(one), spec).flatMap(([, verdict]) =>
      verdict.kind === 'failed' ? verdict.findings : [],
    )
    expect(findings.length).toBeGreaterThan(0)
    for (const { expected, cause } of findings) {
      expect(expected).toContain('policy.created')
      expect(cause?.expected).toContain('policy.created')
    }
  }
})

test('a third attempt without its data is counted, so that the fourth is missing', () => {
  const three = attempts()
    .map((one, place) => (place === 2 ? { ...one, body: '{}' } : one))
    .slice(0, 3)
  expect(broken({ attempts: three })).toEqual(['retry-attempt-4'])
})
