import { expect, test } from 'vitest'
import { type OpenPortals, openPortals } from '../testing.ts'

/** Submits with a change, and reads the state of a quote, as the first partner. */
async function quoting({ sandbox }: OpenPortals) {
  const { client_id, client_secret, integration_key } = sandbox.credentials
  const form = new URLSearchParams({
    client_id,
    client_secret,
    grant_type: 'client_credentials',
    scope: 'quote',
  })
  const { access_token } = (await (await fetch(sandbox.authUrl, { method: 'POST', body: form })).json()) as {
    access_token: string
  }
  const headers = {
    authorization: `Bearer ${access_token}`,
    'x-integration-key': integration_key,
    'content-type': 'application/json',
  }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(sandbox.baseUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data?: { quote_id: string; quote_status: string } }
    return { status: answer.status, data }
  }
  return {
    submit: async (change: object) =>
      (await call('POST', '/submit', { ...sandbox.submission, ...change })).data?.quote_id ?? '',
    state: async (id: string) => (await call('GET', `/status/${id}`)).data?.quote_status,
    code: async (path: string) => (await call('GET', path)).status,
  }
}

const HIGH_RISK = { question_highrisk: true }

test('reviews are ended, ratings are held and released, and the clock is moved', async () => {
  const open = await openPortals()
  const [admin, { submit, state }] = [await open.operator(), await quoting(open)]
  const move = () => admin.submit('/operator/controls', { amount: '5', unit: 'seconds' }, '/operator/clock')
  const [yes, no] = [await submit(HIGH_RISK), await submit(HIGH_RISK)]
  await move()
  const page = await admin.get('/operator/quotes')
  expect((await admin.submit(page, {}, `/operator/quotes/${yes}/approve`)).text).toContain(
    'The quote is ready_to_bind.',
  )
  await admin.submit(page, {}, `/operator/quotes/${no}/decline`)
  expect([await state(yes), await state(no)]).toEqual(['ready_to_bind', 'declined'])
  // The other end of the same review comes too late.
  expect((await admin.submit(page, {}, `/operator/quotes/${yes}/decline`)).status).toBe(409)

  await admin.submit('/operator/quotes', {}, '/operator/rating/hold')
  const held = await submit({})
  await move()
  expect(await state(held)).toBe('pending')
  await admin.submit('/operator/quotes', {}, '/operator/rating/release')
  expect(await state(held)).toBe('ready_to_bind')
  const wrong = await admin.submit('/operator/controls', { amount: '-1', unit: 'seconds' }, '/operator/clock')
  expect([
    wrong.status,
    wrong.text.includes('value="-1"'),
    wrong.text.includes('Enter a number from 1'),
  ]).toEqual([422, true, true])
})

test('brokers are onboarded, and requests fail as often as was asked', async () => {
  const open = await openPortals()
  const [admin, { submit, state, code }] = [await open.operator(), await quoting(open)]
  const broker_email = 'new.broker@not-onboarded.example'
  const id = await submit({ broker_email })
  await admin.submit('/operator/controls', { amount: '5', unit: 'seconds' }, '/operator/clock')
  expect(await state(id)).toBe('approved_rate')
  await admin.submit('/operator/controls', { broker_email }, '/operator/brokers/onboard')
  expect(await state(id)).toBe('ready_to_bind')
  const path = `/status/${id}`
  await admin.submit('/operator/controls', { method: 'GET', path, count: '2' }, '/operator/faults')
  expect([await code(path), await code(path), await code(path)]).toEqual([500, 500, 200])
})

test('the overview has addresses and credentials, the APIs their descriptions; nobody else sees them', async () => {
  const open = await openPortals()
  const { sandbox, visitor } = open
  const admin = await open.operator()
  const { text } = await admin.get('/operator')
  for (const shown of [sandbox.baseUrl, sandbox.controlSecret, sandbox.credentials.client_secret])
    expect(text).toContain(shown)
  const api = await admin.get('/operator/api')
  for (const shown of ['POST /submit', '<code>insured_taxid</code>', 'POST /quotes/{quote_id}/approve'])
    expect(api.text).toContain(shown)
  const link = new URL(sandbox.operatorUrl ?? '').pathname
  expect((await visitor().get(link)).path).toBe('/operator')
  expect((await visitor().get('/operator/enter/wrong')).path).toBe('/operator/sign-in')
  expect((await visitor().submit('/operator/sign-in', { secret: 'wrong' })).text).toContain(
    'This is not the control secret.',
  )
  expect((await visitor().get('/partner/nothing')).status).toBe(404)
})

test('each change that the page of outcomes names leads to its outcome', async () => {
  const open = await openPortals()
  const [admin, { submit, state }] = [await open.operator(), await quoting(open)]
  const { text } = await open.visitor().get('/outcomes')
  const changeFor = (outcome: string) => {
    const [, json = ''] =
      new RegExp(`<code tabindex="0">([^<]*)</code><button[^>]*Copy change for ${outcome}"`).exec(text) ?? []
    return JSON.parse(json.replaceAll('&quot;', '"')) as object
  }
  const outcomes = ['underwriter_review', 'approved_rate', 'failed']
  const ids = await Promise.all(outcomes.map((outcome) => submit(changeFor(outcome))))
  await admin.submit('/operator/controls', { amount: '5', unit: 'seconds' }, '/operator/clock')
  expect(await Promise.all(ids.map(state))).toEqual(outcomes)
})

test('a sandbox without portals serves no page', async () => {
  const { startEmbedded } = await import('../../index.ts')
  await using stack = new AsyncDisposableStack()
  const sandbox = await startEmbedded()
  stack.defer(() => sandbox.close())
  for (const path of ['/', '/partner', '/assets/style.css'])
    expect((await fetch(new URL(path, sandbox.baseUrl))).status).toBe(404)
})
