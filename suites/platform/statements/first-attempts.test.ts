import { describe, expect, test } from 'vitest'
import { epoch } from '../vocabulary/attempts/testing.ts'
import { firstAttemptStatement } from './first-attempts.ts'
import {
  asOperator,
  attempts,
  attemptThere,
  type GivenAttempts,
  HOUR_MS,
  movedAt,
  shownAt,
  verdictsOn,
} from './retries-testing.ts'

const verdictOn = (given: GivenAttempts) => verdictsOn(given, [firstAttemptStatement])[0]?.[1]
const kindOf = (given: GivenAttempts) => verdictOn(given)?.kind

const at = (ms: number): string => new Date(epoch.least + ms).toISOString()

/** Four attempts at an event that arose at a moment, the first so much later. */
const lateBy = (ms: number, aroseAt = 0) =>
  attempts()
    .slice(0, 4)
    .map(({ latest }) =>
      attemptThere(latest + aroseAt + ms, {
        body: JSON.stringify({ type: 'policy.created', timestamp: at(aroseAt) }),
      }),
    )

/** Five failed attempts at another event, a minute before. */
const others = [0, 1, 3, 7, 15].map((second) =>
  attemptThere(second * 1000 - 60_000, {
    id: `other ${second}`,
    headers: [
      ['event-id', 'e2'],
      ['timestamp', at(second * 1000 - 60_000)],
    ],
    body: JSON.stringify({ type: 'quote.created', timestamp: at(-60_000) }),
    bodySha256: '01',
  }),
)

test('a first attempt comes at once', () => {
  expect(kindOf({ arrivals: lateBy(0) })).toBe('passed')
  expect(kindOf({ arrivals: lateBy(900) })).toBe('passed')
  expect(verdictOn({ arrivals: lateBy(10_000) })).toMatchObject({
    kind: 'failed',
    findings: [{ under: 'policy.created' }],
  })
})

test('one that comes late beside the repeats of another event is found', () => {
  const arrivals = [...others, ...lateBy(10_000)]
  expect(kindOf({ arrivals, actions: [shownAt(HOUR_MS - 1)] })).toBe('failed')
})

describe('nothing is held against a platform', () => {
  test('whose endpoint may have been out of service when the event arose', () => {
    const arrivals = [...others, ...lateBy(10_000)]
    expect(kindOf({ arrivals, actions: [asOperator('enable_endpoint', 9000)] })).not.toBe('failed')
  })

  test('whose endpoint was enabled so shortly before that it may not have been in service', () => {
    const enabledAt = (ms: number) =>
      kindOf({ arrivals: lateBy(10_000), actions: [asOperator('enable_endpoint', ms)] })
    expect([enabledAt(-2000), enabledAt(-5000)]).toEqual([undefined, 'failed'])
  })

  test('whose clock was moved over the time of the attempt', () => {
    expect(kindOf({ arrivals: lateBy(10_000), actions: [movedAt(-500, 11_000)] })).toBeUndefined()
  })

  test('whose clock is hours off', () => {
    const hours = 3 * HOUR_MS
    const shifted = lateBy(0).map(({ latest }) =>
      attemptThere(latest, {
        timestamp: at(latest + hours),
        body: JSON.stringify({ type: 'policy.created', timestamp: at(hours) }),
      }),
    )
    expect(kindOf({ arrivals: shifted })).toBe('passed')
  })
})
