import { expect, onTestFinished, test } from 'vitest'
import { type Receiver, startReceiver } from '../../deliveries/testing.ts'
import { copied, type OpenPortals, openPortals, type SeenPage, type TestBrowser } from '../testing.ts'

interface Setup extends OpenPortals {
  readonly ada: TestBrowser
  readonly admin: TestBrowser
  readonly receiver: Receiver
  /** The page of the endpoint, and its secret. */
  readonly at: string
  readonly secret: string
  addBroker(): Promise<unknown>
  /** Moves the clock in steps, so that answers arrive between them. */
  pass(seconds: number): Promise<void>
}

async function setUp(): Promise<Setup> {
  const open = await openPortals()
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const [ada, admin] = [await open.partner('ada@acme.example'), await open.operator()]
  const made = await ada.submit('/webhooks', { url: receiver.url, events: 'broker.added' })
  const [at = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(made.text) ?? []
  const controls = (fields: Record<string, string>, action: string) =>
    admin.submit('/operator/controls', fields, action)
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 10) {
      await controls({ amount: String(Math.min(10, left)), unit: 'seconds' }, '/operator/clock')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const addBroker = async () => {
    await controls({ name: 'Lakeside', email: 'desk@lakeside.example' }, '/operator/brokers')
    await pass(1)
  }
  return { ...open, ada, admin, receiver, at, secret: copied(made, 'Signing secret'), addBroker, pass }
}

const linksOf = ({ text }: SeenPage): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\/webhooks\/[0-9a-f-]{36}\/deliveries\/[0-9a-f-]{36}/g)].map(([link]) => link),
  ),
]

test('a delivery that is sent again keeps its id, has a new time, is marked, and ends its schedule when it arrives', async () => {
  const { ada, receiver, at, addBroker, pass } = await setUp()
  receiver.react = () => 500
  await addBroker()
  const [link = ''] = linksOf(await ada.get(at))
  expect((await ada.get(at)).text).toContain('attempt 3 of 10 in ')
  receiver.react = () => 200
  const sentSoFar = receiver.received.length
  await ada.submit(link, {}, `${link}/resend`)
  await pass(120)
  expect(receiver.received).toHaveLength(sentSoFar + 1)
  const [first, last] = [receiver.received[0]?.headers, receiver.received.at(-1)?.headers]
  expect(last?.['event-id']).toBe(first?.['event-id'])
  expect(last?.['x-platform-signature']).not.toBe(first?.['x-platform-signature'])
  const page = await ada.get(link)
  expect(page.text).toMatch(/resent 1 <span class="badge good">200</)
  expect((await ada.get(at)).text).toMatch(/2 \+ 1 resent/)
})

test('what failed counts for the breaker, what is sent again does not; all of it is recovered with the number said first', async () => {
  const { ada, receiver, at, addBroker, pass } = await setUp()
  receiver.react = () => 500
  for (let number = 0; number < 5; number++) await addBroker()
  await pass(330)
  const disabled = await ada.get(at)
  expect(disabled.text).toContain('5 of 5 failed deliveries within 5 minutes. It gets no deliveries')
  await addBroker()
  const [link = ''] = linksOf(await ada.get(at))
  expect((await ada.get(link)).text).toContain('the endpoint was disabled when it fell due')
  await ada.submit(link, {}, `${link}/resend`)
  await pass(1)

  expect((await ada.get(`${at}?state=dropped`)).text.match(/id="to-/g)).toHaveLength(1)
  const recover = await ada.get(`${at}/recover/1`)
  expect(recover.text).toContain('Recover 6 failed deliveries')
  receiver.react = () => 200
  await addBroker()
  const late = await ada.submit(recover)
  expect([late.status, late.text.includes('Recover 7 failed deliveries')]).toEqual([409, true])
  const sentSoFar = receiver.received.length
  expect((await ada.submit(`${at}/recover/1`)).text).toContain('7 deliveries are on their way')
  await pass(1)
  expect(receiver.received).toHaveLength(sentSoFar + 7)
  expect((await ada.get(`${at}/recover/1`)).text).toContain('Nothing to recover.')

  expect((await ada.submit(await ada.get(at), {}, `${at}/enable`)).text).toContain('0 of 5 failed deliveries')
  await addBroker()
  expect(receiver.received).toHaveLength(sentSoFar + 8)
})

test('the log is filtered by state, type and time', async () => {
  const { ada, receiver, at, addBroker } = await setUp()
  await addBroker()
  receiver.react = () => 500
  await ada.submit(await ada.get(at), { type: 'quote.created' }, `${at}/test`)
  const rows = async (query: string) => linksOf(await ada.get(`${at}?${query}`)).length
  expect(await rows('')).toBe(2)
  expect([await rows('state=delivered'), await rows('state=pending'), await rows('state=failed')]).toEqual([
    1, 1, 0,
  ])
  expect([await rows('type=quote.created'), await rows('type=policy.created')]).toEqual([1, 0])
  const now = /<time datetime="([^"]*)"/.exec((await ada.get(at)).text)?.[1]?.slice(0, 16) ?? ''
  const after = (days: number) =>
    new Date(Date.parse(`${now}Z`) + days * 86_400_000).toISOString().slice(0, 16)
  expect([
    await rows(`from=${after(-1)}`),
    await rows(`from=${after(1)}`),
    await rows(`to=${after(1)}`),
    await rows(`to=${after(-1)}`),
  ]).toEqual([2, 0, 2, 0])
  expect(await rows('from=nonsense&page=-1')).toBe(2)
})

test('a test event is the published example, signed, for this endpoint alone, and marked', async () => {
  const { ada, receiver, at, secret } = await setUp()
  await ada.submit('/webhooks', { url: receiver.url.replace('hooks', 'other'), events: 'quote.created' })
  const page = await ada.submit(await ada.get(at), { type: 'quote.created' }, `${at}/test`)
  expect(page.text).toContain('>test</span>')
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
  const body = JSON.parse(receiver.received[0]?.body ?? '')
  expect(Object.keys(body)).toEqual(['type', 'timestamp', 'brokerageId', 'data'])
  expect(body).toMatchObject({
    type: 'quote.created',
    data: { product: 'Cyber Insurance', status: 'ready_to_bind' },
  })

  const [bench = ''] = /\/webhooks\/signature\?[^"]*/.exec((await ada.get(page.path)).text) ?? []
  const filled = await ada.get(bench.replaceAll('&amp;', '&'))
  const signature = String(receiver.received[0]?.headers['x-platform-signature'])
  expect(filled.text).toContain(signature)
  const form = {
    event_id: String(receiver.received[0]?.headers['event-id']),
    timestamp: String(receiver.received[0]?.headers.timestamp),
    body: receiver.received[0]?.body ?? '',
  }
  const verdict = (more: { secret: string; signature: string }) => ada.submit(filled, { ...form, ...more })
  expect((await verdict({ secret, signature })).text).toContain('The signature is right.')
  const wrong = await verdict({ secret, signature: signature.toUpperCase() })
  expect([wrong.text.includes('in capitals'), wrong.text.includes(secret)]).toEqual([true, false])
  // A form that is shown again keeps what was typed, but never a secret.
  const again = await ada.submit(filled, { ...form, event_id: '', secret, signature })
  expect([again.status, again.text.includes(signature), again.text.includes(secret)]).toEqual([
    422,
    true,
    false,
  ])
})

test('deleting says what goes with it, and takes it', async () => {
  const { ada, receiver, at, addBroker, pass } = await setUp()
  receiver.react = () => 500
  await addBroker()
  const page = await ada.get(`${at}/delete`)
  for (const said of ['broker.added', 'its log of 1 deliveries', '1 deliveries that wait'])
    expect(page.text).toContain(said)
  expect((await ada.submit(page)).text).toContain('No endpoint yet.')
  const sentSoFar = receiver.received.length
  await pass(120)
  expect([receiver.received.length, (await ada.get(at)).status]).toEqual([sentSoFar, 404])
})

test('every event type has its fields and the published example', async () => {
  const { visitor } = await openPortals()
  const { text } = await visitor().get('/webhooks/events')
  for (const type of ['quote.created', 'quote.proposalReady', 'policy.created', 'broker.added'])
    expect(text).toMatch(new RegExp(`<h2 id="${type}">[\\s\\S]*&quot;type&quot;: &quot;${type}&quot;`))
  for (const field of ['brokerageId', 'data.customer.email', 'data.licensedStates'])
    expect(text).toContain(`<code>${field}</code>`)
})
