import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentName } from '../../../conformance/exchange.ts'
import { outcomePatches } from '../known-good.ts'
import type { QuoteStatus } from '../quotes/quote.ts'
import { type Driver, drive } from '../testing.ts'

let driver: Driver
const quotes = new Map<QuoteStatus | 'fresh', string>()

/** Makes one quote in every state; `fresh` is ready to bind and has no proposal yet. */
beforeAll(async () => {
  driver = await drive()
  for (const state of ['ready_to_bind', 'underwriter_review', 'approved_rate', 'failed'] as const)
    quotes.set(state, await driver.submit(outcomePatches[state]))
  const [issued, bound, declined] = [
    await driver.submit(),
    await driver.submit(),
    await driver.submit(outcomePatches.underwriter_review),
  ]
  await driver.advance(2500)
  await driver.call('PUT', `/bind/${issued}`, {})
  await driver.advance(3000)
  await driver.control('POST', `/quotes/${declined}/decline`)
  await driver.control('POST', '/issue/hold')
  await driver.call('PUT', `/bind/${bound}`, {})
  quotes.set('issued', issued).set('bound', bound).set('declined', declined)
  quotes.set('fresh', await driver.submit())
  await driver.advance(1500)
  await driver.control('POST', '/rating/hold')
  quotes.set('pending', await driver.submit())
})
afterAll(() => driver.sandbox.close())

const matrix: [DocumentName, Partial<Record<QuoteStatus | 'fresh', number>>][] = [
  ['quote-preview', { pending: 400, ready_to_bind: 200, issued: 200, fresh: 200 }],
  [
    'quote-proposal',
    {
      pending: 409,
      approved_rate: 200,
      ready_to_bind: 200,
      fresh: 409,
      bound: 409,
      issued: 200,
      underwriter_review: 200,
      declined: 404,
      failed: 404,
    },
  ],
  ['policy-preview', { pending: 400, ready_to_bind: 200, fresh: 400, issued: 400 }],
  ['policy', { pending: 400, ready_to_bind: 400, bound: 400, issued: 200 }],
]

const cells = matrix.flatMap(([name, row]) =>
  Object.entries(row).map(([state, code]) => [name, state as QuoteStatus, code] as const),
)

describe('documents', () => {
  test.each(cells)('%s in %s answers %i', async (name, state, code) => {
    const id = quotes.get(state)
    const seen = await driver.call('GET', `/document/${name}/stream/${id}`)
    expect(seen.status).toBe(code)
    expect(seen.type).toBe(code === 200 ? 'application/pdf' : 'text/plain; charset=utf-8')
    if (code === 200) expect(seen.text).toMatch(/^%PDF-/)
    else expect(seen.text).not.toBe('')
  })

  test('stand in the states that the test thinks', async () => {
    for (const [name, id] of quotes)
      expect(await driver.state(id)).toBe(name === 'fresh' ? 'ready_to_bind' : name)
  })

  test('turn up as preview of the policy when the proposal is announced', async () => {
    await using own = await drive()
    const id = await own.submit()
    await own.advance(2499)
    const preview = () => own.call('GET', `/document/policy-preview/stream/${id}`)
    expect((await preview()).status).toBe(400)
    await own.advance(1)
    expect((await preview()).status).toBe(200)
    expect((await own.events()).at(-1)?.type).toBe('quote.proposalReady')
  })

  test('stay readable as proposals through an approved review', async () => {
    await using own = await drive()
    const id = await own.submit(outcomePatches.underwriter_review)
    await own.advance(1500)
    const proposal = async () => (await own.call('GET', `/document/quote-proposal/stream/${id}`)).status
    expect(await proposal()).toBe(200)
    await own.control('POST', `/quotes/${id}/approve`)
    expect([await own.state(id), await proposal()]).toEqual(['ready_to_bind', 200])
    await own.advance(1000)
    expect((await own.events()).map(({ type }) => type)).toEqual(['quote.created', 'quote.proposalReady'])
  })
})
