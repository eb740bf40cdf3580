import { describe, expect, test } from 'vitest'
import type { Layout } from '../../../conformance/ports/client.ts'
import type { PlatformAnswer } from '../platform-instance.ts'
import { Faults } from './faults.ts'
import { laidOut } from './layout.ts'
import { TokenBook } from './tokens.ts'

const elsewhere = 'http://elsewhere.example'
const json = (value: unknown): PlatformAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
})
const read = ({ body }: PlatformAnswer) => JSON.parse(Buffer.from(body).toString('utf8'))

test('faults are met by the requests of their kind that they count', () => {
  const faults = new Faults([
    { on: 'status', after: 1, times: 2, does: { kind: 'drop' } },
    { on: 'bind', does: { kind: 'revoke' } },
  ])
  const met = (operation: 'status' | 'bind' | 'submit') => faults.next(operation)?.kind
  expect([met('status'), met('status'), met('submit'), met('status'), met('status')]).toEqual([
    undefined,
    'drop',
    undefined,
    'drop',
    undefined,
  ])
  expect([met('bind'), met('bind')]).toEqual(['revoke', 'revoke'])
})

test('faults are met after the first request of another kind', () => {
  const faults = new Faults([{ on: 'status', since: 'bind', times: 1, does: { kind: 'drop' } }])
  const met = (operation: 'status' | 'bind') => faults.next(operation)?.kind
  const seen = [met('status'), met('bind'), met('status'), met('bind'), met('status')]
  expect(seen).toEqual([undefined, undefined, 'drop', undefined, undefined])
})

test('a token is right until it is refused or its life and a grace are over', () => {
  const book = new TokenBook()
  book.note({ access_token: 'abc', expires_in: 5 }, 0)
  const marks = [undefined, 'Bearer x', 'abc', 'Bearer abc', 'bearer abc'].map((given) =>
    book.mark(given, 4000),
  )
  expect(marks).toEqual(['none', 'unknown', 'unknown', 'own', 'own'])
  expect([book.mark('Bearer abc', 5500), book.mark('Bearer abc', 6500)]).toEqual(['own', 'expired'])
  book.refuse('Bearer abc')
  expect(book.mark('Bearer abc', 1)).toBe('refused')
})

describe('a layout', () => {
  const record = { status: 'approved', data: { quote_id: 'q/1é', checkout_link: 'http://x/1', message: 'm' } }

  test('adds fields to every object and changes none', () => {
    const changed = read(laidOut(json(record), ['extra-fields'], { elsewhere, nowMs: 0 }))
    expect(changed).toMatchObject(record)
    expect(Object.keys(changed.data).length).toBeGreaterThan(3)
  })

  test('puts other ids before those that are known', () => {
    const update = { status: 'success', data: { id: 'q/1', status: 'ready_to_bind' } }
    const changed = laidOut(json(record), ['extra-fields'], { elsewhere, nowMs: 0 })
    const [before = ''] = Buffer.from(changed.body).toString('utf8').split('"quote_id"')
    expect(before).toMatch(/"id":"[\da-f-]{36}"/)
    expect(read(laidOut(json(update), ['extra-fields'], { elsewhere, nowMs: 0 }))).toMatchObject(update)
  })

  test('puts a refresh token beside a token, and nowhere else', () => {
    const changed = (value: object) => read(laidOut(json(value), ['refresh-token'], { elsewhere, nowMs: 0 }))
    expect(changed({ access_token: 'a' })).toEqual({ access_token: 'a', refresh_token: expect.any(String) })
    expect(changed({ status: 'success' })).toEqual({ status: 'success' })
  })

  test('announces a state to come while a quote is pending, and only then', () => {
    const reported = (state: string) =>
      read(laidOut(json({ data: { quote_status: state } }), ['later-state'], { elsewhere, nowMs: 0 })).data
        .quote_status
    expect(reported('pending')).not.toBe('pending')
    expect(reported('bound')).toBe('bound')
  })

  test('takes optional fields out', () => {
    expect(read(laidOut(json(record), ['no-optionals'], { elsewhere, nowMs: 0 })).data).not.toHaveProperty(
      'message',
    )
    const refused = { status: 'declined', error: { message: 'No.' } }
    expect(read(laidOut(json(refused), ['no-optionals'], { elsewhere, nowMs: 0 }))).toEqual(refused)
  })

  test('writes the same JSON in another way', () => {
    const changed = laidOut(json(record), ['rewritten'], { elsewhere, nowMs: 0 })
    expect(read(changed)).toEqual(record)
    expect(changed.body.every((byte) => byte < 128)).toBe(true)
    expect(Object.keys(read(changed))).toEqual(['data', 'status'])
  })

  test('leads the checkout elsewhere', () => {
    expect(
      read(laidOut(json(record), ['checkout-elsewhere'], { elsewhere, nowMs: 0 })).data.checkout_link,
    ).toContain(elsewhere)
  })

  test('puts every byte into a document and nothing into JSON', () => {
    const pdf = { ...json({}), headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7') }
    const { body } = laidOut(pdf, ['all-bytes'], { elsewhere, nowMs: 0 })
    expect(new Set(body).size).toBe(256)
    expect(body.length).toBeGreaterThan(2 ** 17)
    expect(read(laidOut(json(record), ['all-bytes'], { elsewhere, nowMs: 0 }))).toEqual(record)
  })

  test('tells its own time, the charset and a name where it is asked to', () => {
    const pdf = { ...json({}), headers: { 'content-type': 'application/pdf', date: 'of the platform' } }
    const given = { elsewhere, nowMs: Date.parse('2029-03-05T12:00:00Z') }
    expect(laidOut(pdf, [], given).headers).toEqual({ 'content-type': 'application/pdf' })
    expect(laidOut(pdf, ['slow-clock'], given).headers.date).toBe('Mon, 05 Mar 2029 11:50:00 GMT')
    expect(laidOut(pdf, ['fast-clock'], given).headers.date).toBe('Mon, 05 Mar 2029 12:10:00 GMT')
    expect(laidOut(pdf, ['charsets', 'named-documents'], given).headers).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename='),
    })
    const typeOf = (layout: Layout) => laidOut(json(record), [layout], given).headers['content-type']
    expect(typeOf('charsets')).toBe('application/json')
    expect(typeOf('parameters')).toBe('application/json; charset=utf-8')
  })

  test('says at length what it has to say, in errors too', () => {
    const refused = { status: 'declined', error: { message: 'No.' } }
    const { error } = read(laidOut(json(refused), ['long-messages'], { elsewhere, nowMs: 0 }))
    expect(error.message.length).toBeGreaterThan(1000)
  })
})
