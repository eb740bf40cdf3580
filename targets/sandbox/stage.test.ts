import { expect, onTestFinished, test } from 'vitest'
import { makeStage } from './stage.ts'

test('a stage answers requests that are handed over, with credentials and a submission of its own', async () => {
  const stage = makeStage({}, { origin: 'http://stage.example' })
  onTestFinished(() => stage.close())
  const { client_id, client_secret, integration_key } = stage.credentials
  const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
  const token = await stage.handle({
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(form).toString()),
  })
  const { access_token } = JSON.parse(Buffer.from(token.body).toString())
  const submitted = await stage.handle({
    method: 'POST',
    path: '/api/submit',
    headers: {
      authorization: `Bearer ${access_token}`,
      'x-integration-key': integration_key,
      'content-type': 'application/json',
    },
    body: Buffer.from(JSON.stringify(stage.submission)),
  })
  expect([token.status, submitted.status]).toEqual([200, 200])
  expect(JSON.parse(Buffer.from(submitted.body).toString()).data.checkout_link).toContain(
    'http://stage.example/checkout/',
  )
})
