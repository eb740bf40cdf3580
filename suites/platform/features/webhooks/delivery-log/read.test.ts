import { describe, expect, test } from 'vitest'
import { loggedEventIn } from './read.ts'

const AT = Date.parse('2026-03-01T10:00:00.250Z')

describe('an event in a log', () => {
  test('is read with its attempts, times and results', () => {
    const attempts = [
      { at: '2026-03-01T10:00:00.250Z', status: 500 },
      { at: AT, status: 'HTTP 200' },
      { at: '2026-03-01 10:00:00', status: null },
      { at: '20260301T120000,250+0200', status: 204 },
      { at: 'now', status: { word: 'Failed' } },
      { at: 'now', status: 'failure after 143 ms' },
      { at: 'now', status: '503 after 143 ms' },
    ]
    expect(loggedEventIn([{ event_id: 'E-1', status: 'failed', attempts }], 'e-1')).toEqual({
      status: 'failed',
      statuses: ['failed'],
      attempts: [
        { at: AT, isFine: true, result: 500 },
        { at: AT, isFine: true, result: 200 },
        { at: AT - 250, isFine: false },
        { at: AT, isFine: true, result: 204 },
        { isFine: false, result: '{"word":"failed"}' },
        { isFine: false, result: 'failure after 143 ms' },
        { isFine: false, result: 503 },
      ],
    })
  })

  test.each([
    ['503 Service Unavailable', 503],
    ['500 Server Error', 500],
    ['200 success', 200],
    ['303 See Other', 303],
    ['answered in 250 ms', 'answered in 250 ms'],
    ['250 s of silence', '250 s of silence'],
    ['delivered in 250 msec', 'delivered in 250 msec'],
    ['after 120 mins', 'after 120 mins'],
    ['250 kbytes', '250 kbytes'],
  ])('has %s as the result of an attempt: %s', (status, result) => {
    const [attempt] = loggedEventIn([{ event_id: 'e-1', attempts: [{ status }] }], 'e-1')?.attempts ?? []
    expect(attempt?.result).toBe(result)
  })

  test('is found under other names, and in several entries', () => {
    const shown = {
      page: 1,
      items: [
        { id: 'other', tries: [{ at: AT, status: 1 }] },
        { event: { id: 'e-1' }, tries: [{ at: AT, status: 'ok' }] },
        { event: { id: 'e-1' }, tries: [{ at: AT, status: 'ok' }] },
      ],
    }
    expect(loggedEventIn(shown, 'e-1')?.attempts).toHaveLength(2)
  })

  test.each([[[]], [undefined], ['text'], [[{ event_id: 'e-2', attempts: [] }]]])('is not in %j', (shown) => {
    expect(loggedEventIn(shown, 'e-1')).toBeUndefined()
  })
})
