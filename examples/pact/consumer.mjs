/**
 * A partner's consumer test: `node consumer.mjs FOLDER` runs the client against the Pact mock server and writes the contract
 * into the folder. It says what the client relies on, and no more.
 */
import assert from 'node:assert/strict'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import { bindQuote, policyIssued, readQuote } from './client.mjs'

const { equal, regex, string } = MatchersV3
const [, , dir = 'pacts'] = process.argv

const ID = '3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f'
const CREDENTIALS = { Authorization: 'Bearer a-token', 'x-integration-key': 'a-key' }
const MONEY = '^\\$\\d{1,3}(,\\d{3})*\\.\\d{2}$'
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

const pact = new PactV4({ consumer: 'broker-portal', provider: 'quote-service', dir, logLevel: 'error' })

await pact
  .addInteraction()
  .given('our quote can be bound')
  .uponReceiving('a read of the quote')
  .withRequest('GET', `/status/${ID}`, (request) => request.headers(CREDENTIALS))
  .willRespondWith(200, (response) =>
    response.jsonBody({
      status: equal('success'),
      data: {
        quote_status: equal('ready_to_bind'),
        policy_term: { premium_only: regex(MONEY, '$1,850.00') },
      },
    }),
  )
  .executeTest(async ({ url }) => {
    const quote = await readQuote({ baseUrl: url, token: 'a-token', key: 'a-key' }, ID)
    assert.deepEqual(quote, { state: 'ready_to_bind', premium: '$1,850.00' })
  })

await pact
  .addInteraction()
  .given('our quote can be bound')
  .uponReceiving('a bind of the quote')
  .withRequest('PUT', `/bind/${ID}`, (request) => request.headers(CREDENTIALS).jsonBody({}))
  .willRespondWith(202, (response) =>
    response.jsonBody({ status: equal('accepted'), data: { id: regex(UUID, ID) } }),
  )
  .executeTest(async ({ url }) => {
    assert.equal(await bindQuote({ baseUrl: url, token: 'a-token', key: 'a-key' }, ID), ID)
  })

await pact
  .addAsynchronousInteraction()
  .given('a policy was issued')
  .expectsToReceive('the event of an issued policy', (message) =>
    message.withMetadata({ contentType: 'application/json' }).withJSONContent({
      type: equal('policy.created'),
      data: {
        policyId: string('policy-4711'),
        customer: { name: string('Example Widgets LLC') },
        effectiveDate: regex('^\\d{4}-\\d{2}-\\d{2}$', '2027-01-15'),
      },
    }),
  )
  .executeTest(async ({ contents }) => {
    const { policy } = policyIssued(contents.content)
    assert.equal(policy, 'policy-4711')
  })
