import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { deliveryClockOf } from './delivery-clock.ts'

const EPOCH = Date.parse('2026-03-01T12:00:00.000Z')

/** An attempt that a platform made at a moment, as the suite saw it. */
const seen = (at: number, more: Partial<Arrival> & { readonly stated?: number } = {}): Arrival => {
  const { stated = at, ...rest } = more
  return {
    ...{
      id: `/a#${at}`,
      endpoint: '/a',
      method: 'POST',
      bodySha256: '00',
      signature: { signedWith: 'current' },
    },
    ...{ answered: { kind: 'answer', status: 500 }, earliest: at, latest: at, ended: at },
    headers: [['timestamp', new Date(EPOCH + stated).toISOString()]],
    ...rest,
  }
}

/** Attempts whose moments a move of the clock hides to within a second, and one that was seen exactly. */
const hidden = [1003, 4250, 9111].map((at) => seen(at, { earliest: at - 700, latest: at + 300 }))
const exact = seen(20_017)

describe('the clock of deliveries', () => {
  test('tells the moment of an attempt exactly, however far the clock was moved meanwhile', () => {
    const [first] = hidden
    const clock = deliveryClockOf([...hidden, exact])
    expect(first && clock?.momentOf(first)).toEqual({ least: EPOCH + 1003, most: EPOCH + 1004 })
    expect(clock?.runsOn).toBe(false)
  })

  test('believes no timestamp that contradicts its arrival, and tells that moment by the others', () => {
    const wrong = seen(30_000, { earliest: 29_900, latest: 30_100, stated: 31_000 })
    const clock = deliveryClockOf([...hidden, exact, wrong])
    expect([clock?.agrees(exact), clock?.agrees(wrong)]).toEqual([true, false])
    expect(clock?.momentOf(wrong)).toEqual({ least: EPOCH + 29_899, most: EPOCH + 30_102 })
  })

  test('is that of the repeats, where all first attempts name another time', () => {
    const events = ['a', 'b', 'c', 'd'].map((endpoint, place) =>
      seen(20_000 + place, { endpoint, id: endpoint, stated: 10_000 + place }),
    )
    const repeats = [21_001, 23_004].map((at) => seen(at, { endpoint: 'a' }))
    const clock = deliveryClockOf([...events, ...repeats])
    expect(events.map((one) => clock?.agrees(one))).toEqual([false, false, false, false])
    expect(events[0] && clock?.momentOf(events[0]).least).toBeGreaterThan(EPOCH + 19_990)
  })

  test('is none where the machines of a platform have different clocks', () => {
    const machines = [1000, 2000, 4000, 8000, 16_000].map((at, place) =>
      seen(at, { endpoint: '/a', stated: at + (place % 2) * 3000 }),
    )
    expect(deliveryClockOf(machines)).toBeUndefined()
  })

  test('is none where no timestamp can be read', () => {
    expect(deliveryClockOf([{ ...exact, headers: [] }])).toBeUndefined()
    expect(deliveryClockOf([])).toBeUndefined()
  })

  test('may run on by itself while it is moved: then real time counts, too', () => {
    const running = [0, 700, 1500, 4000].map((real, place) =>
      seen(place * 1000, { besideMs: real, stated: place * 1000 + real - 3 }),
    )
    const clock = deliveryClockOf(running)
    const [first, , third] = running
    expect(clock?.runsOn).toBe(true)
    expect(third && clock?.momentOf(third).least).toBe(EPOCH + 3497)
    const open = first && { ...first, ended: 0, openMs: 40 }
    expect(open && clock?.latestEndOf(open)).toBeGreaterThanOrEqual(EPOCH + 40)
  })

  test('that shows whole seconds is known better by all attempts together', () => {
    const whole = [100, 1400, 2700, 3050, 4990].map((at) =>
      seen(at, { stated: Math.floor(at / 1000) * 1000 }),
    )
    const clock = deliveryClockOf(whole)
    const [, second] = whole
    const moment = second && clock?.momentOf(second)
    expect((moment?.most ?? 1000) - (moment?.least ?? 0)).toBeLessThan(1000)
  })
})

describe('the clock of a platform whose moves contain the real time that they take', () => {
  const MOVES = 40
  /** Moves of a second that take 90 ms of real time each. Another 10 ms pass after each, and three attempts come. */
  const attempts = Array.from({ length: MOVES }, (_, move) => {
    const [at, moving, real] = [move * 1000, move * 90, move * 100]
    return [0, 1, 2].map((endpoint) =>
      seen(at, {
        ...{ endpoint: `/${endpoint}`, id: `${endpoint}#${move}`, besideMs: real, besideMovingMs: moving },
        ...{ earliest: at - 10, stated: at + real - moving - 2 },
      }),
    )
  }).flat()

  test('is known closely, however much of that time has passed', () => {
    const clock = deliveryClockOf(attempts)
    expect(clock?.runsOn).toBe(true)
    for (const one of attempts) expect(clock?.agrees(one)).toBe(true)
    const last = attempts.at(-1)
    expect(last && clock?.momentOf(last).least).toBe(EPOCH + 39_000 + 3900 - 39 * 90 - 2)
  })

  test('says whether an attempt that a busy machine kept on its way was made or arrived at a moment', () => {
    const busy = attempts.map((one, place) =>
      place % 4 === 0 ? { ...one, besideMs: (one.besideMs ?? 0) + 200 } : one,
    )
    const late = { ...attempts.at(-1), besideMs: 10_000, id: 'late' } as Arrival
    const clock = deliveryClockOf([...busy, late])
    const [own] = attempts.slice(-1)
    const stated = own && deliveryClockOf(attempts)?.momentOf(own)
    const moment = clock?.momentOf(late)
    expect(clock?.agrees(late)).toBe(false)
    expect(moment?.least).toBeLessThanOrEqual(stated?.least ?? 0)
    expect((moment?.most ?? 0) - (stated?.most ?? 0)).toBeGreaterThan(5000)
  })

  test('believes none of several attempts that name another time at once', () => {
    const wrong = attempts.map((one, place) =>
      place >= 60 && place < 63 ? { ...one, headers: seen(20_000, { stated: 22_000 }).headers } : one,
    )
    const clock = deliveryClockOf(wrong)
    expect(wrong.filter((one) => clock?.agrees(one) === false)).toHaveLength(3)
    expect(wrong[60] && clock?.momentOf(wrong[60]).most).toBeLessThan(EPOCH + 20_500)
  })
})
