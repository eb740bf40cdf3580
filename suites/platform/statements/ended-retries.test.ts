import { describe, expect, test } from 'vitest'
import { SILENCE, TOO_LATE } from '../vocabulary/attempts/too-late.ts'
import {
  asOperator,
  attempts,
  attemptThere,
  brokenBy,
  type GivenAttempts,
  movedAt,
  passedBy,
} from './retries-testing.ts'

describe('a failure of any kind is followed by another attempt', () => {
  test.each([
    ['delivery-redirect-is-failure', { kind: 'answer', status: 302 }],
    ['delivery-client-error-is-failure', { kind: 'answer', status: 410 }],
    ['delivery-reset-is-failure', { kind: 'reset' }],
    ['delivery-silence-is-failure', SILENCE],
    ['answer-at-9-seconds-is-failure', TOO_LATE],
  ] as const)('%s', (requirement, answered) => {
    const ended = [...attempts().slice(0, 2), attemptThere(3000, { answered })]
    expect(brokenBy({ arrivals: ended })).toEqual([requirement])
    expect(passedBy({ arrivals: [...ended, attemptThere(3000 + 12_000)], end: 15_000 })).toContain(
      requirement,
    )
  })

  test('from its deadline on, however the clock moves later', () => {
    const silent = attemptThere(3000, { answered: SILENCE, ended: 11_150 })
    const actions = [movedAt(17_000, 2000), movedAt(19_000, 2000)]
    const arrivals = [...attempts().slice(0, 2), silent]
    expect(brokenBy({ arrivals, actions })).toEqual(['delivery-silence-is-failure'])
  })

  test('after the usual one the next attempt itself is missing', () => {
    expect(brokenBy({ arrivals: attempts().slice(0, 3) })).toEqual(['retry-attempt-4'])
    const unavailable = attemptThere(0, { answered: { kind: 'answer', status: 503 } })
    expect(brokenBy({ arrivals: [unavailable] })).toEqual(['delivery-server-error-is-failure'])
  })

  test('no kind is the reason where the next one does not come after a usual failure either', () => {
    const reset = attemptThere(0, { id: 'other', answered: { kind: 'reset' } })
    const other = { ...reset, endpoint: '/second', headers: [['event-id', 'e2']] as const }
    expect(brokenBy({ arrivals: [other] })).toEqual(['delivery-reset-is-failure'])
    expect(brokenBy({ arrivals: [...attempts().slice(0, 1), other] })).toEqual(['retry-attempt-2'])
  })
})

test('ten attempts at an endpoint that nobody enabled are all, and the endpoint is in service', () => {
  const passes = (...enabled: readonly number[]) => {
    const actions = enabled.map((at) => asOperator('enable_endpoint', at))
    return passedBy({ actions }).includes('retry-ends-after-ten')
  }
  expect([passes(), passes(20_000)]).toEqual([true, false])
  const deletedAt = (at: number) =>
    passedBy({ actions: [asOperator('delete_endpoint', at)] }).includes('retry-ends-after-ten')
  expect([deletedAt(250_000), deletedAt(600_000)]).toEqual([false, true])
})

describe('a deleted endpoint gets no attempt', () => {
  const deleted = { actions: [asOperator('delete_endpoint', 3500)] }

  test('that was due after the deletion', () => {
    expect(brokenBy({ ...deleted, arrivals: attempts().slice(0, 5) })).toEqual([
      'deleted-endpoint-gets-nothing',
    ])
  })

  test('where one was owed and time went by, that is seen', () => {
    const verdict = (given: GivenAttempts) => passedBy(given).includes('deleted-endpoint-gets-nothing')
    const three = attempts().slice(0, 3)
    expect(verdict({ ...deleted, arrivals: three })).toBe(true)
    expect(verdict({ ...deleted, arrivals: three, end: 4000 })).toBe(false)
    const taken = [...three.slice(0, 2), attemptThere(3000, { answered: { kind: 'answer', status: 200 } })]
    expect(verdict({ ...deleted, arrivals: taken })).toBe(false)
  })
})
