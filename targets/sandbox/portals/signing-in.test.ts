import { describe, expect, test } from 'vitest'
import { hiddenOf, openPortals, PASSWORD } from './testing.ts'

describe('a session', () => {
  test('gets a new id when somebody signs in; the one before is worth nothing', async () => {
    const { partner, visitor } = await openPortals()
    await partner('ada@acme.example')
    const [victim, thief] = [visitor(), visitor()]
    const page = await victim.get('/partner/sign-in')
    for (const [name, value] of victim.cookies) thief.cookies.set(name, value)
    await victim.submit(page, { email: 'ada@acme.example', password: PASSWORD })
    expect((await victim.get('/partner')).path).toBe('/partner')
    expect((await thief.get('/partner')).path).toMatch(/^\/partner\/sign-in/)
  })

  test('ends with a new password, with a disabled account and after half a day', async () => {
    let later = 0
    const { partner, operator } = await openPortals({}, () => Date.now() + later)
    const ada = await partner('ada@acme.example')
    const admin = await operator()
    const isIn = async () => (await ada.get('/partner')).path === '/partner'
    const logIn = (password: string) =>
      ada.submit('/partner/sign-in', { email: 'ada@acme.example', password })
    expect(await isIn()).toBe(true)

    await ada.submit('/partner/forgotten', { email: 'ada@acme.example' })
    const [link = ''] = /\/partner\/password\/[\w-]+/.exec((await admin.get('/operator/outbox')).text) ?? []
    await admin.submit(link, { password: 'another long password' })
    expect(await isIn()).toBe(false)
    expect((await admin.get(link)).status).toBe(404)
    await logIn('another long password')
    expect(await isIn()).toBe(true)

    later = 13 * 3_600_000
    expect(await isIn()).toBe(false)
    later = 0
    await logIn('another long password')
    const partners = await admin.get('/operator/partners')
    const id = /<dt>Partner id<\/dt>.*?<code tabindex="0">([^<]*)/.exec((await ada.get('/partner')).text)?.[1]
    await admin.submit(partners, {}, `/operator/partners/${id}/disable`)
    expect(await isIn()).toBe(false)
  })
})

describe('guessing', () => {
  test('is bounded for each account: even the right password is refused then', async () => {
    const { partner, visitor } = await openPortals()
    await partner('ada@acme.example')
    await partner('bob@other.example')
    const guess = (email: string, password: string) =>
      visitor().submit('/partner/sign-in', { email, password })
    const guessed: number[] = []
    for (let number = 0; number < 12; number++)
      guessed.push((await guess('ADA@acme.example', `guess number ${number}`)).status)
    // One attempt was its own.
    expect(guessed).toEqual([...Array(9).fill(422), 429, 429, 429])
    const right = await guess('ada@acme.example', PASSWORD)
    expect([right.status, Number(right.headers.get('retry-after'))]).toEqual([429, expect.closeTo(300, -2)])
    expect((await guess('bob@other.example', PASSWORD)).path).toBe('/partner')
  })

  test('learns nothing about who has an account', async () => {
    const { partner, visitor } = await openPortals()
    await partner('ada@acme.example')
    const reported = async (path: string, fields: Record<string, string>) => {
      const { status, text } = await visitor().submit(path, fields)
      return [status, text.replaceAll(/value="[^"]*"/g, '')]
    }
    const [known, unknown] = ['ada@acme.example', 'nob@acme.example']
    expect(await reported('/partner/sign-in', { email: known, password: 'wrong' })).toEqual(
      await reported('/partner/sign-in', { email: unknown, password: 'wrong' }),
    )
    expect(await reported('/partner/forgotten', { email: known })).toEqual(
      await reported('/partner/forgotten', { email: unknown }),
    )
  })
})

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/partner/..//evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
])('after signing in nobody is led to %s', async (next) => {
  const { partner, visitor } = await openPortals()
  await partner('ada@acme.example')
  const one = visitor()
  const page = await one.get(`/partner/sign-in?next=${encodeURIComponent(next)}`)
  const body = new URLSearchParams({
    ...hiddenOf(page, '/partner/sign-in'),
    email: 'ada@acme.example',
    password: PASSWORD,
  })
  expect(body.get('next')).toBe(next)
  const cookie = [...one.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${one.origin}/partner/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { cookie },
  })
  const to = new URL(answer.headers.get('location') ?? '', one.origin)
  expect([answer.status, to.origin]).toEqual([303, one.origin])
})

test('the cookie is out of reach of scripts and other sites', async () => {
  const { visitor } = await openPortals()
  const cookie = (await visitor().get('/partner/sign-in')).headers.get('set-cookie')
  expect(cookie).toMatch(/^quote-sandbox=\S+; Path=\/; HttpOnly; SameSite=Lax$/)
})
