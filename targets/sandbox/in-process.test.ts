import { expect, onTestFinished, test } from 'vitest'
import { makeInProcessSandbox } from './in-process.ts'

test('a sandbox in this process answers requests that are handed over, with credentials and a submission of its own', async () => {
  const sandbox = makeInProcessSandbox({}, { origin: 'http://sandbox.example' })
  onTestFinished(() => sandbox.close())
  const { client_id, client_secret, integration_key } = sandbox.credentials
  const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
  const token = await sandbox.handle({
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(form).toString()),
  })
  const { access_token } = JSON.parse(Buffer.from(token.body).toString())
  const submitted = await sandbox.handle({
    method: 'POST',
    path: '/api/submit',
    headers: {
      authorization: `Bearer ${access_token}`,
      'x-integration-key': integration_key,
      'content-type': 'application/json',
    },
    body: Buffer.from(JSON.stringify(sandbox.submission)),
  })
  expect([token.status, submitted.status]).toEqual([200, 200])
  expect(JSON.parse(Buffer.from(submitted.body).toString()).data.checkout_link).toContain(
    'http://sandbox.example/checkout/',
  )
})
