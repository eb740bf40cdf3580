import { describe, expect, onTestFinished, test } from 'vitest'
import { startSandbox, type TrafficEntry } from '../index.ts'

/** A sandbox with a page, and a quote whose insured has a name with HTML in it. */
async function watched() {
  const seen: TrafficEntry[] = []
  const sandbox = await startSandbox({ seed: 1, watched: (entry) => seen.push(entry) })
  onTestFinished(() => sandbox.close())
  const { client_id, client_secret, integration_key } = sandbox.credentials
  const form = new URLSearchParams({
    client_id,
    client_secret,
    grant_type: 'client_credentials',
    scope: 'quote',
  })
  const token = (await (await fetch(sandbox.authUrl, { method: 'POST', body: form })).json()) as {
    access_token: string
  }
  const submit = (insured_name: string) =>
    fetch(`${sandbox.baseUrl}/submit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.access_token}`,
        'x-integration-key': integration_key,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...sandbox.submission, insured_name }),
    })
  const control = (path: string, body: object = {}) =>
    fetch(`${sandbox.controlUrl}${path}`, {
      method: 'POST',
      headers: { 'x-control-secret': sandbox.controlSecret },
      body: JSON.stringify(body),
    })
  const look = async () => {
    const answer = await fetch(new URL('/', sandbox.baseUrl))
    return { answer, page: await answer.text() }
  }
  return { sandbox, seen, submit, control, look }
}

describe('the page of a sandbox', () => {
  test('shows addresses, credentials and both descriptions, and loads nothing', async () => {
    const { sandbox, look } = await watched()
    const { answer, page } = await look()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const text of [sandbox.baseUrl, sandbox.authUrl, sandbox.controlUrl, sandbox.controlSecret])
      expect(page).toContain(text)
    for (const secret of Object.values(sandbox.credentials))
      if (typeof secret === 'string') expect(page).toContain(secret)
    expect(page).toContain('POST /submit')
    expect(page).toContain('<code>insured_taxid</code>')
    expect(page).toContain('POST /quotes/{quote_id}/approve')
    expect(page).toContain('A manual review ends with an approval')
    expect(page).not.toMatch(/<script|<img|<link|src=/)
  })

  test('shows recent quotes and deliveries, whatever is written in them', async () => {
    const { submit, control, look } = await watched()
    await control('/endpoints', { url: 'http://127.0.0.1:1/<hooks>', events: ['quote.created'] })
    expect((await submit('<script>alert("1")</script> & Sons')).status).toBe(200)
    await control('/clock/advance', { milliseconds: 5_000 })
    const { page } = await look()
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Sons')
    expect(page).not.toContain('<script')
    expect(page).toContain('ready_to_bind')
    expect(page).toMatch(
      /quote\.created<\/td><td>http:\/\/127\.0\.0\.1:1\/(%3Chooks%3E|&lt;hooks&gt;)<\/td><td>1<\/td><td>ECONNREFUSED/,
    )
  })

  test('is there only where somebody looks at the sandbox', async () => {
    const sandbox = await startSandbox()
    onTestFinished(() => sandbox.close())
    expect((await fetch(new URL('/', sandbox.baseUrl))).status).toBe(404)
  })
})

test('requests, control actions and deliveries are told as they pass, the page is not', async () => {
  const { seen, submit, control, look } = await watched()
  await control('/endpoints', { url: 'http://127.0.0.1:1/hooks', events: ['quote.created'] })
  await submit('Lakeside')
  await control('/clock/advance', { milliseconds: 5_000 })
  await look()
  const told = seen.map((one) =>
    one.kind === 'delivery'
      ? `${one.event} ${one.attempt} ${one.outcome}`
      : `${one.kind} ${one.method} ${one.path} ${one.status}`,
  )
  expect(told).toEqual(
    expect.arrayContaining([
      'request POST /oauth/token 200',
      'control POST /endpoints 200',
      'request POST /api/submit 200',
      'quote.created 1 ECONNREFUSED',
      'control POST /clock/advance 200',
    ]),
  )
  expect(told.some((line) => line.includes('GET / '))).toBe(false)
})
