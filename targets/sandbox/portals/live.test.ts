import { expect, onTestFinished, test } from 'vitest'
import { startReceiver, waitBriefly } from '../deliveries/testing.ts'
import type { EmbeddedOptions } from '../index.ts'
import { drive } from '../testing.ts'
import { hiddenOf, openPortals, PASSWORD, TestBrowser, WEAK } from './testing.ts'

async function setUp(options: EmbeddedOptions = {}) {
  const driver = await drive({ ...options, portals: { now: Date.now, passwords: WEAK } })
  onTestFinished(() => driver.sandbox.close())
  const { origin } = new URL(driver.sandbox.baseUrl)
  /** The state of an area as an open page learns it. */
  const state = async (area: 'webhooks' | 'operator'): Promise<string> => {
    const headers = { accept: 'text/event-stream' }
    const reader = (await fetch(`${origin}/${area}/live`, { headers })).body?.getReader()
    const text = new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
    return /^id: (\S+)$/m.exec(text)?.[1] ?? expect.unreachable(text)
  }
  return { ...driver, quoteState: driver.state, origin, state }
}

test('reading changes no page, apart from the list of requests', async () => {
  const { call, origin, state } = await setUp()
  const [webhooks, operator] = [await state('webhooks'), await state('operator')]
  await new TestBrowser(origin).get('/partner/register')
  expect(await state('operator')).toBe(operator)
  await call('GET', '/status/none')
  await waitBriefly()
  expect(await state('webhooks')).toBe(webhooks)
  expect(await state('operator')).not.toBe(operator)
})

test('a form and the control API change pages', async () => {
  const { control, origin, state } = await setUp()
  const before = await state('webhooks')
  await new TestBrowser(origin).submit('/partner/register')
  await waitBriefly()
  const between = await state('webhooks')
  expect(between).not.toBe(before)
  await control('POST', '/rating/hold')
  await waitBriefly()
  expect(await state('webhooks')).not.toBe(between)
})

test('a timer changes pages', async () => {
  const { submit, quoteState, state } = await setUp({ clock: 'running' })
  const id = await submit()
  await waitBriefly()
  const before = await state('webhooks')
  await expect.poll(() => quoteState(id)).toBe('ready_to_bind')
  expect(await state('webhooks')).not.toBe(before)
})

test('an answer whose body comes late changes pages again', async () => {
  const { control, state } = await setUp()
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  receiver.react = () => undefined
  await control('POST', '/endpoints', { url: receiver.url, events: ['broker.added'] })
  await control('POST', '/brokers', { name: 'Lakeside', email: 'desk@lakeside.example' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const before = await state('webhooks')
  const response = receiver.received[0]?.response
  response?.writeHead(200).flushHeaders()
  await expect.poll(() => state('webhooks')).not.toBe(before)
  await waitBriefly()
  const between = await state('webhooks')
  response?.end('late')
  await expect.poll(() => state('webhooks')).not.toBe(between)
})

test('a page that fetches itself again leaves the notice for the next page', async () => {
  const { visitor, operator } = await openPortals()
  await visitor().submit('/partner/register', {
    ...{ company_name: 'Acme', contact_name: 'Ada' },
    ...{ email: 'ada@acme.example', password: PASSWORD },
  })
  const admin = await operator()
  const page = await admin.get('/operator/partners')
  const [action = ''] = /\/operator\/partners\/[^"]*\/approve/.exec(page.text) ?? []
  const hidden = new URLSearchParams(hiddenOf(page, action))
  // A refresh that was under way arrives between the form and the page that it leads to.
  const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
  const request = { method: 'POST', redirect: 'manual', headers: { cookie }, body: hidden } as const
  expect((await fetch(admin.origin + action, request)).status).toBe(303)
  const refreshed = await admin.send('GET', page.path, undefined, { 'x-refresh': 'true' })
  expect(refreshed.text).not.toContain('Acme is active.')
  expect((await admin.get(page.path)).text).toContain('Acme is active.')
  expect((await admin.get(page.path)).text).not.toContain('Acme is active.')
})
