import { describe, expect, test } from 'vitest'
import type { Arrival, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { attemptAt } from '../../../vocabulary/attempts/testing.ts'
import { attemptsOf, withAttempts } from '../../../vocabulary/events/event.ts'
import type { SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import { scheduleQuotes } from './schedule-quotes.ts'

const ID = '9916798f-c65a-4bc9-879a-77f197fde1fc'
const quote = { id: ID, submission: { insured_name: 'Maple 1' } } as unknown as SubmittedQuote

const event = { type: 'quote.created', data: { quoteId: ID } }
const at = (ms: number, body: unknown, eventId = 'e1'): Arrival =>
  attemptAt(ms, {
    headers: [['event-id', eventId]],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Bodies that no longer tell which event it is. */
const LACKING: readonly (readonly [string, unknown])[] = [
  ['has no data', { type: 'quote.created' }],
  ['has null for its data', { type: 'quote.created', data: null }],
  ['has no quote id', { type: 'quote.created', data: { partnerId: 'p' } }],
  ['has no type', { data: { quoteId: ID } }],
  ['is empty', ''],
  ['is cut short', '{"type":"quote.cre'],
]

describe('a third attempt whose body', () => {
  test.each(LACKING)('%s is an attempt by its Event-ID', async (_, body) => {
    const three = [at(0, event), at(1000, event), at(3000, body)]
    const endpoint = { arrivals: () => three } as unknown as WebhookEndpoint
    expect(attemptsOf(quote, endpoint)).toEqual(three)
    const quotes = scheduleQuotes()
    await quotes.make('shared', async () => quote)
    expect(three.map((one) => quotes.isAbout('shared', 'quote.created', one))).toEqual([true, true, true])
    const fits = withAttempts((one) => one.body === three[0]?.body)
    expect(three.map(fits)).toEqual([true, true, true])
  })
})

test('a delivery with another Event-ID whose body tells nothing is no attempt', async () => {
  const both = [at(0, event), at(1000, { type: 'quote.created' }, 'e2')]
  const endpoint = { arrivals: () => both } as unknown as WebhookEndpoint
  expect(attemptsOf(quote, endpoint)).toEqual(both.slice(0, 1))
  const quotes = scheduleQuotes()
  await quotes.make('shared', async () => quote)
  expect(both.map((one) => quotes.isAbout('shared', 'quote.created', one))).toEqual([true, false])
})

test('an attempt whose body tells nothing is known by what another endpoint got', () => {
  const [first, third] = [at(0, event), at(3000, { type: 'quote.created' })]
  const endpoint = { arrivals: () => [third] } as unknown as WebhookEndpoint
  expect(attemptsOf(quote, endpoint)).toEqual([])
  expect(attemptsOf(quote, endpoint, [first, third])).toEqual([third])
})

test.each([
  ['quote', { type: 'quote.created', data: { quoteId: ID.replace('9', '8') } }],
  ['type', { type: 'quote.proposalReady', data: { quoteId: ID } }],
])('an event about another %s under the same Event-ID is no attempt', async (_, other) => {
  const both = [at(0, event), at(1000, other)]
  const endpoint = { arrivals: () => both } as unknown as WebhookEndpoint
  expect(attemptsOf(quote, endpoint)).toEqual(both.slice(0, 1))
  const quotes = scheduleQuotes()
  await quotes.make('shared', async () => quote)
  expect(both.map((one) => quotes.isAbout('shared', 'quote.created', one))).toEqual([true, false])
})

test('an event of another type with the same Event-ID is not counted as an attempt of a quote', async () => {
  const quotes = scheduleQuotes()
  await quotes.make('shared', async () => quote)
  expect(quotes.isAbout('shared', 'quote.created', at(0, event))).toBe(true)
  expect(quotes.isAbout('shared', 'policy.created', at(1, event))).toBe(false)
})

test('an event that comes while its quote is being made is about that quote, even before its id is known', async () => {
  const quotes = scheduleQuotes()
  await quotes.make('shared', async () => {
    expect(quotes.isAbout('shared', 'quote.created', at(0, event))).toBe(true)
    return quote
  })
})

test('an event of others that comes meanwhile is not held for that quote for good', async () => {
  const foreign = at(0, { type: 'quote.created', data: { quoteId: ID.replace('9', '8') } }, 'e9')
  const quotes = scheduleQuotes()
  await quotes.make('shared', async () => {
    expect(quotes.isAbout('shared', 'quote.created', foreign)).toBe(true)
    return quote
  })
  expect(quotes.isAbout('shared', 'quote.created', foreign)).toBe(false)
})
