import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomePatches } from '../known-good.ts'
import { type Driver, drive } from '../testing.ts'

let driver: Driver
beforeAll(async () => {
  driver = await drive()
})
afterAll(() => driver.sandbox.close())

const unknown = '00000000-0000-4000-8000-000000000000'

describe('submit', () => {
  test('answers 200, approved, with a pending quote record', async () => {
    const { status, type, json } = await driver.call('POST', '/submit', driver.sandbox.submission)
    expect([status, type, json.status]).toEqual([200, 'application/json; charset=utf-8', 'approved'])
    expect(json.data).toEqual({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      quote_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      quote_status: 'pending',
      checkout_link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/checkout\//),
      product_details: { product_name: 'Cyber Insurance' },
    })
  })

  test('refuses what is invalid and names each field', async () => {
    const body = { ...driver.sandbox.submission, naics: 'six', effective_date: '2026-02-30' }
    const { status, json } = await driver.call('POST', '/submit', body)
    expect([status, json.status]).toEqual([400, 'error'])
    expect(json.error?.message).toMatch(/effective_date must be .*; naics must be a number\.$/)
    expect(json).not.toHaveProperty('data')
  })

  test('makes a new quote of an identical submission', async () => {
    expect(await driver.submit()).not.toBe(await driver.submit())
  })
})

describe('status', () => {
  test('shows what was rated, with every amount as money', async () => {
    const id = await driver.submit({ agg_limit: '2000000' })
    await driver.advance(1500)
    const { status, json } = await driver.call('GET', `/status/${id}`)
    expect([status, json.status]).toEqual([200, 'success'])
    expect(json.data?.policy_term).toMatchObject({
      agg_limit: '$2,000,000.00',
      retention: '$10,000.00',
      effective_date: driver.sandbox.submission.effective_date,
      include_tria: true,
    })
    const limits = Object.entries(json.data?.coverage_details ?? {}).filter(([name]) =>
      name.endsWith('_limit'),
    )
    expect(limits).toHaveLength(16)
    for (const [, amount] of limits) expect(amount).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/)
    const periods = Object.entries(json.data?.coverage_details ?? {}).filter(([name]) =>
      name.endsWith('_period'),
    )
    expect(periods).toHaveLength(8)
    for (const [, length] of periods) expect(length).toBeTypeOf('number')
    expect(json.data?.personal_cyber).toMatchObject({ premium: expect.stringMatching(/^\$/), count: 1 })
    expect(json.data).not.toHaveProperty('message')
  })

  test('names the retention that the quote was raised to', async () => {
    const id = await driver.submit(outcomePatches.retention_raised)
    await driver.advance(1500)
    const { json } = await driver.call('GET', `/status/${id}`)
    expect(json.data?.policy_term?.retention).toBe('$2,500.00')
    expect(json.data?.message).toContain('$2,500.00')
  })

  test('shows no rated parts of a quote that failed or was declined', async () => {
    const [failed, declined] = [
      await driver.submit(outcomePatches.failed),
      await driver.submit(outcomePatches.underwriter_review),
    ]
    await driver.advance(1500)
    await driver.control('POST', `/quotes/${declined}/decline`)
    for (const id of [failed, declined])
      expect((await driver.call('GET', `/status/${id}`)).json.data).not.toHaveProperty('policy_term')
  })

  test('never changes id and time of creation', async () => {
    const submitted = await driver.call('POST', '/submit', driver.sandbox.submission)
    await driver.advance(5000)
    const later = await driver.call('GET', `/status/${submitted.json.data?.quote_id}`)
    expect(later.json.data).toMatchObject({
      quote_id: submitted.json.data?.quote_id,
      created_at: submitted.json.data?.created_at,
    })
  })
})

describe('update', () => {
  test('changes contact information and leaves the quote ready to bind', async () => {
    const id = await driver.submit()
    await driver.advance(2500)
    const body = { insured_contact: { email: 'new@example.com' }, it_manager_same: true }
    const { status, json } = await driver.call('PUT', `/update/${id}`, body)
    expect([status, json]).toEqual([200, { status: 'success', data: { id, status: 'ready_to_bind' } }])
    await driver.advance(5000)
    expect(await driver.state(id)).toBe('ready_to_bind')
    await driver.call('PUT', `/bind/${id}`, {})
    await driver.advance(3000)
    const issued = (await driver.events()).findLast(({ type }) => type === 'policy.created')
    expect(issued?.body).toHaveProperty('data.customer.email', 'new@example.com')
  })

  test('takes an empty object, in approved_rate too', async () => {
    const id = await driver.submit(outcomePatches.approved_rate)
    await driver.advance(2500)
    const { status, json } = await driver.call('PUT', `/update/${id}`, {})
    expect([status, json.data?.status]).toEqual([200, 'approved_rate'])
  })

  test('is refused when it is invalid, and elsewhere', async () => {
    const id = await driver.submit()
    expect((await driver.call('PUT', `/update/${id}`, {})).json.status).toBe('error')
    await driver.advance(2500)
    const { status, json } = await driver.call('PUT', `/update/${id}`, { it_manager_same: 'yes' })
    expect([status, json.error?.message]).toEqual([400, 'it_manager_same must be true or false.'])
  })
})

describe('a quote that does not exist', () => {
  test.each([unknown, 'no-uuid', '1', '..%2f..', 'x'.repeat(3000)])('is not found as %s', async (id) => {
    const seen = [
      await driver.call('GET', `/status/${id}`),
      await driver.call('PUT', `/update/${id}`, {}),
      await driver.call('PUT', `/bind/${id}`, {}),
    ]
    for (const { status, json } of seen)
      expect([status, json]).toEqual([404, { status: 'error', error: { message: 'Quote not found.' } }])
    const proposal = await driver.call('GET', `/document/quote-proposal/stream/${id}`)
    expect([proposal.status, proposal.type]).toEqual([404, 'text/plain; charset=utf-8'])
  })
})
