import { describe, expect, test } from 'vitest'
import { outcomePatches } from '../known-good.ts'
import { drive } from '../testing.ts'

describe('a quote that goes straight through', () => {
  test('is pending, then ready to bind, bound, issued, with its events', async () => {
    await using driver = await drive()
    const id = await driver.submit()
    await driver.advance(1499)
    expect(await driver.state(id)).toBe('pending')
    await driver.advance(1)
    expect(await driver.state(id)).toBe('ready_to_bind')
    await driver.advance(1000)
    const bind = await driver.call('PUT', `/bind/${id}`, {})
    expect([bind.status, bind.json]).toEqual([202, { status: 'accepted', data: { id } }])
    expect(await driver.state(id)).toBe('bound')
    await driver.advance(2999)
    expect(await driver.state(id)).toBe('bound')
    await driver.advance(1)
    expect(await driver.state(id)).toBe('issued')
    const types = (await driver.events()).map(({ type }) => type)
    expect(types).toEqual(['quote.created', 'quote.proposalReady', 'policy.created'])
  })

  test('announces its proposal only when it can be read, also when it is bound before', async () => {
    await using driver = await drive()
    const id = await driver.submit()
    await driver.advance(1500)
    await driver.call('PUT', `/bind/${id}`, {})
    await driver.advance(2000)
    expect((await driver.events()).map(({ type }) => type)).toEqual(['quote.created'])
    await driver.advance(1000)
    const types = (await driver.events()).map(({ type }) => type)
    expect(types).toEqual(['quote.created', 'quote.proposalReady', 'policy.created'])
  })
})

describe('rating', () => {
  test.each([
    ['underwriter_review', []],
    ['approved_rate', []],
    ['failed', []],
    ['ready_to_bind', ['quote.created', 'quote.proposalReady']],
  ] as const)('leads to %s', async (outcome, events) => {
    await using driver = await drive()
    const id = await driver.submit(outcomePatches[outcome])
    await driver.advance(60_000)
    expect(await driver.state(id)).toBe(outcome)
    expect((await driver.events()).map(({ type }) => type)).toEqual(events)
  })

  test('declines at once, without a quote', async () => {
    await using driver = await drive()
    const body = { ...driver.sandbox.submission, ...outcomePatches.declined }
    const { status, json } = await driver.call('POST', '/submit', body)
    expect(status).toBe(400)
    expect(json).toEqual({ status: 'declined', error: { message: expect.any(String) } })
  })

  test('declines late when it was held meanwhile', async () => {
    await using driver = await drive()
    await driver.control('POST', '/rating/hold')
    const [ready, declined] = [await driver.submit(), await driver.submit(outcomePatches.declined)]
    await driver.advance(60_000)
    expect([await driver.state(ready), await driver.state(declined)]).toEqual(['pending', 'pending'])
    await driver.control('POST', '/rating/release')
    expect([await driver.state(ready), await driver.state(declined)]).toEqual(['ready_to_bind', 'declined'])
  })
})

describe('a bind', () => {
  test('stays bound while issue is held', async () => {
    await using driver = await drive()
    const id = await driver.submit()
    await driver.advance(2500)
    await driver.control('POST', '/issue/hold')
    await driver.call('PUT', `/bind/${id}`, {})
    await driver.advance(60_000)
    expect(await driver.state(id)).toBe('bound')
    await driver.control('POST', '/issue/release')
    expect(await driver.state(id)).toBe('issued')
  })

  test.each([
    ['pending', {}, 0],
    ['underwriter_review', outcomePatches.underwriter_review, 5000],
    ['approved_rate', outcomePatches.approved_rate, 5000],
    ['failed', outcomePatches.failed, 5000],
  ] as const)('is refused in %s and changes nothing', async (state, patch, wait) => {
    await using driver = await drive()
    await driver.control('POST', '/rating/hold')
    if (wait > 0) await driver.control('POST', '/rating/release')
    const id = await driver.submit(patch)
    await driver.advance(wait)
    const { status, json } = await driver.call('PUT', `/bind/${id}`, {})
    expect([status, json.status]).toEqual([400, 'error'])
    await driver.advance(60_000)
    expect(await driver.state(id)).toBe(state)
  })

  test('is refused a second time and issues one policy', async () => {
    await using driver = await drive()
    const id = await driver.submit()
    await driver.advance(2500)
    const codes = [await driver.call('PUT', `/bind/${id}`, {}), await driver.call('PUT', `/bind/${id}`, {})]
    await driver.advance(60_000)
    codes.push(await driver.call('PUT', `/bind/${id}`, {}))
    await driver.advance(60_000)
    expect(codes.map(({ status }) => status)).toEqual([202, 400, 400])
    expect((await driver.events()).filter(({ type }) => type === 'policy.created')).toHaveLength(1)
  })

  test('takes nothing but an object', async () => {
    await using driver = await drive()
    const id = await driver.submit()
    await driver.advance(2500)
    expect((await driver.call('PUT', `/bind/${id}`, [])).status).toBe(400)
    expect(await driver.state(id)).toBe('ready_to_bind')
  })
})

describe('on real time', () => {
  test('a quote rates by itself', async () => {
    await using driver = await drive({
      clock: 'real',
      behaviour: { timing: { rating: 1 } },
    })
    const id = await driver.submit()
    await expect.poll(() => driver.state(id)).toBe('ready_to_bind')
  })
})
