import { expect, test } from 'vitest'
import { drive } from '../testing.ts'

test('says of a quote and its policy what the partner has to know', async () => {
  await using driver = await drive()
  const { credentials, submission } = driver.sandbox
  const id = await driver.submit()
  await driver.advance(2500)
  await driver.call('PUT', `/bind/${id}`, {})
  await driver.advance(3000)
  const types = ['quote.created', 'quote.proposalReady', 'policy.created']
  const events = (await driver.events()).filter(({ type }) => types.includes(type))
  expect(new Set(events.map((event) => event.id)).size).toBe(3)

  const common = { timestamp: expect.stringMatching(/\.\d{3}Z$/), brokerageId: expect.any(String) }
  const customer = { name: submission.insured_name, email: submission.insured_contact.email }
  const about = { partnerId: credentials.partner_id, customer, product: 'Cyber Insurance' }
  expect(events.map(({ body }) => body)).toEqual([
    {
      ...common,
      type: 'quote.created',
      data: {
        ...about,
        quoteId: id,
        requestedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        status: 'ready_to_bind',
      },
    },
    { ...common, type: 'quote.proposalReady', data: { quoteId: id, partnerId: credentials.partner_id } },
    {
      ...common,
      type: 'policy.created',
      data: {
        ...about,
        policyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        effectiveDate: submission.effective_date,
        status: 'issued',
      },
    },
  ])
})
