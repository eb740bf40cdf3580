import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../deliveries/testing.ts'
import { copied, crawl, type OpenPortals, openPortals, PASSWORD, type SeenPage } from './testing.ts'

const codes = (pages: readonly SeenPage[]) =>
  pages.filter(({ status }) => status >= 400).map(({ path }) => path)

const SCRIPT = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>'

/** A partner with something in every field that is stored, and everything that its pages and the operator's show. */
async function everyPage(open: OpenPortals, text: string) {
  const { sandbox, partner, operator } = open
  const ada = await partner('ada@acme.example', { company_name: text, contact_name: text })
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  receiver.react = (_number, { response }) => {
    response.writeHead(500, { 'x-note': text }).end(text)
    return undefined
  }
  const client = await ada.submit('/partner/clients', { name: text, description: text })
  const key = await ada.submit('/partner/keys')
  const webhookKey = await ada.submit('/partner/webhook-keys')
  await ada.submit('/partner/team', {
    name: text,
    email: `${text.replaceAll(/[\s@]/g, '')}@x`,
    role: 'Partner',
  })
  const endpoint = await ada.submit('/webhooks', {
    url: `${receiver.url}?${text}`,
    events: ['quote.created'],
  })
  const [at = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(endpoint.text) ?? []
  await ada.submit(await ada.get(at), { type: 'quote.created' }, `${at}/test`)
  const rotated = await ada.submit(await ada.get(at), {}, `${at}/rotate`)
  const admin = await operator()
  await admin.submit('/operator/controls', { name: text, email: 'b@broker.example' }, '/operator/brokers')
  await admin.submit(
    '/operator/controls',
    { broker_email: `${text.replaceAll(/[\s@]/g, '')}@x` },
    '/operator/brokers/onboard',
  )
  const form = {
    grant_type: 'client_credentials',
    scope: 'quote',
    client_id: copied(client, 'Client id'),
    client_secret: copied(client, 'Client secret'),
  }
  const token = (await (
    await fetch(sandbox.authUrl, { method: 'POST', body: new URLSearchParams(form) })
  ).json()) as { access_token: string }
  await fetch(`${sandbox.baseUrl}/submit`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token.access_token}`,
      'x-integration-key': copied(key, 'Integration key'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...sandbox.submission, insured_name: text }),
  })
  await admin.submit('/operator/controls', { amount: '3', unit: 'seconds' }, '/operator/clock')
  const secrets = [
    copied(client, 'Client secret'),
    copied(key, 'Integration key'),
    copied(webhookKey, 'Webhook key'),
    copied(endpoint, 'Signing secret'),
    copied(rotated, 'New signing secret'),
    PASSWORD,
  ]
  const pages = [...(await crawl(ada, '/', '/partner', '/webhooks')), ...(await crawl(admin, '/operator'))]
  return { pages, secrets }
}

test('stored text is never HTML, in any field and on any page', async () => {
  const { pages } = await everyPage(await openPortals(), SCRIPT)
  expect(codes(pages)).toEqual([])
  const shown = pages.filter(({ text }) => text.includes('&lt;script&gt;alert(1)'))
  expect(shown.length).toBeGreaterThan(8)
  for (const { path, text } of pages) {
    expect([path, text.match(/<script/g)?.length, text.match(/<img|onerror=alert\(2\)>/g)]).toEqual([
      path,
      1,
      null,
    ])
    expect([path, /\son\w+=|javascript:|style="/.test(text.replaceAll(/&lt;[\s\S]*?&gt;/g, ''))]).toEqual([
      path,
      false,
    ])
  }
})

test('secrets are shown once and are in no other page, no log and no stored data', async () => {
  const open = await openPortals()
  const { pages, secrets } = await everyPage(open, 'plain')
  const { sessions, passwords, passwordLinks, letters } = open.data
  const kept = JSON.stringify([sessions, passwords, passwordLinks, letters].map((map) => [...map]))
  const logged = JSON.stringify(open.traffic)
  expect(logged).toContain('"event":"quote.created"')
  for (const secret of secrets) {
    expect(pages.filter(({ text }) => text.includes(secret)).map(({ path }) => path)).toEqual([])
    expect([kept.includes(secret), logged.includes(secret)]).toEqual([false, false])
  }
  expect(logged).not.toContain(open.sandbox.controlSecret)
})

test('every page has the headers that keep it to itself', async () => {
  const { pages } = await everyPage(await openPortals(), 'plain')
  for (const { path, headers } of pages) {
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, policy.includes("default-src 'none'"), /unsafe|\*|http/.test(policy)]).toEqual([
      path,
      true,
      false,
    ])
    expect([
      path,
      ...['x-frame-options', 'x-content-type-options', 'cache-control', 'referrer-policy'].map((name) =>
        headers.get(name),
      ),
    ]).toEqual([path, 'DENY', 'nosniff', 'no-store', 'same-origin'])
  }
})
