import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../index.ts'
import { testStore } from '../keeping/testing.ts'
import { copied, PASSWORD, TestBrowser, WEAK } from './testing.ts'

/** Starts sandboxes on one store. */
function lives() {
  const store = testStore()
  const data = { store, failed: (error: unknown) => expect.unreachable(String(error)) }
  const start = async () => {
    const sandbox = await startEmbedded({ data, portals: { now: Date.now, passwords: WEAK } })
    onTestFinished(() => sandbox.close())
    return { sandbox, origin: new URL(sandbox.baseUrl).origin }
  }
  return { store, start }
}

test('what people did in the portals is there after a kill: accounts, sessions, letters, endpoints, test events', async () => {
  const { store, start } = lives()
  const before = await start()
  const [ada, admin] = [new TestBrowser(before.origin), new TestBrowser(before.origin)]
  const email = 'ada@acme.example'
  await ada.submit('/partner/register', {
    company_name: 'Acme',
    contact_name: 'Ada',
    email,
    password: PASSWORD,
  })
  await admin.submit('/operator/sign-in', { secret: before.sandbox.controlSecret })
  const partners = await admin.get('/operator/partners')
  const [approve = ''] = /\/operator\/partners\/[\w-]+\/approve/.exec(partners.text) ?? []
  await admin.submit(partners, {}, approve)
  await ada.submit('/partner/sign-in', { email, password: PASSWORD })
  await ada.submit('/partner/team', { name: 'Bob', email: 'bob@acme.example', role: 'Partner' })
  const made = await ada.submit('/webhooks', { url: 'http://127.0.0.1:9/', events: 'broker.added' })
  const [at = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(made.text) ?? []
  const letters = await admin.get('/operator/outbox')
  const event = await ada.submit(await ada.get(at), { type: 'broker.added' }, `${at}/test`)
  const secret = copied(made, 'Signing secret')
  store.kill()
  await before.sandbox.close()
  store.revive()
  // Whoever finds the file learns no password, no secret, and no link that sets a password.
  const [link = ''] = /\/partner\/password\/([\w-]+)/.exec(letters.text) ?? []
  expect(link).not.toBe('')
  for (const one of [PASSWORD, secret, link.split('/').at(-1) ?? ''])
    expect(store.readable()).not.toContain(one)

  const after = await start()
  const [again, operator] = [new TestBrowser(after.origin), new TestBrowser(after.origin)]
  for (const [one, cookies] of [
    [again, ada.cookies],
    [operator, admin.cookies],
  ] as const)
    for (const [name, value] of cookies) one.cookies.set(name, value)
  expect((await again.get('/partner/team')).text).toContain('bob@acme.example')
  expect((await again.get(at)).text).toContain('>test</span>')
  expect((await again.get(event.path)).text).toContain('broker.added')
  expect((await operator.get('/operator/outbox')).text).toContain('You were added to a team')
  expect(
    (await new TestBrowser(after.origin).submit('/partner/sign-in', { email, password: PASSWORD })).path,
  ).toBe('/partner')
})

test('a session is stored before the answer that gives it has left', async () => {
  const { store, start } = lives()
  const before = await start()
  const admin = new TestBrowser(before.origin)
  const left = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage }
    if (request.method === 'POST' && request.url === '/operator/sign-in') store.kill()
  }
  subscribe('http.server.response.finish', left)
  onTestFinished(() => void unsubscribe('http.server.response.finish', left))
  await admin.submit('/operator/sign-in', { secret: before.sandbox.controlSecret })
  await before.sandbox.close()
  store.revive()
  const again = new TestBrowser((await start()).origin)
  for (const [name, value] of admin.cookies) again.cookies.set(name, value)
  expect((await again.get('/operator')).path).toBe('/operator')
})
