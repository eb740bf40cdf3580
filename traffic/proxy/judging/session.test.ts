import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Passed } from '../record/passed.ts'
import { granted, PLATFORM, passedBody, passing, SECRETS } from '../testing/passed.ts'
import { bind, read, SESSION_QUOTE, sessionOf } from '../testing/session.ts'

test('a breach of the platform names the statement, the side and the exchange', () => {
  const { breaches, judge } = sessionOf()
  judge([granted(), read('declined'), read('ready_to_bind')])
  const breach = breaches.find(({ requirement }) => requirement === 'declined-is-terminal')
  expect(breach).toMatchObject({ by: 'platform', level: 'must', clause: '3.states' })
  expect(breach?.finding.exchange).toMatch(/^traffic#\d+$/)
})

test('a token from before the recording is no breach, and neither is a key that the profile lacks', () => {
  const { breaches, judge } = sessionOf()
  judge([
    passing({
      headers: [
        ['authorization', 'Bearer another'],
        ['x-integration-key', 'another'],
      ],
      status: 401,
    }),
  ])
  expect(breaches.filter(({ by }) => by === 'client')).toEqual([])
})

test.each([
  [
    'Basic',
    passing({
      route: 'token',
      method: 'POST',
      target: '/oauth/token',
      headers: [
        ['authorization', `Basic ${Buffer.from(`m2m%2D1:${SECRETS.clientSecret}`).toString('base64')}`],
      ],
      json: { access_token: SECRETS.token },
    }),
  ],
  [
    'JSON',
    passing({
      route: 'token',
      method: 'POST',
      target: '/oauth/token',
      sent: '{}',
      body: passedBody(JSON.stringify({ client_id: 'm2m-1', client_secret: SECRETS.clientSecret })),
      json: { access_token: SECRETS.token },
    }),
  ],
  [
    'no client',
    passing({
      route: 'token',
      method: 'POST',
      target: '/oauth/token',
      headers: [],
      json: { access_token: SECRETS.token },
    }),
  ],
])('a token that was asked for by %s is a token', (_title, request) => {
  const { breaches, judge } = sessionOf()
  judge([request, passing({ target: `/api/status/${SESSION_QUOTE}` })])
  expect(breaches.map(({ requirement }) => requirement)).not.toContain('client-sends-the-token')
})

test('each finding is reported once, however often its quote is judged, and one cause three times', () => {
  const { session, breaches, judge } = sessionOf()
  for (let round = 0; round < 20; round += 1) judge([read('declined'), read('ready_to_bind')])
  const terminal = breaches.filter(({ requirement }) => requirement === 'declined-is-terminal')
  expect(terminal.length).toBe(3)
  const { broken } = session.end()
  expect(broken.find(({ requirement }) => requirement === 'declined-is-terminal')?.times).toBe(20)
})

test('reads at the same time have no order', () => {
  const { judge } = sessionOf()
  const late = read('declined', { sinceMs: 5000, elapsedMs: 500 })
  expect(judge([late, read('ready_to_bind', { sinceMs: 5100, elapsedMs: 50 })])).not.toContain(
    'declined-is-terminal',
  )
})

test('a quote is judged only when a bind of it has been answered', () => {
  const { session } = sessionOf()
  session.take(read('ready_to_bind', { changing: [`/api/bind/${SESSION_QUOTE}`] }))
  expect(session.due()).toEqual([])
  session.take(bind())
  expect(session.due().length).toBe(1)
})

test('a body that was cut off wrongs nobody and is counted', () => {
  const { session, breaches, judge } = sessionOf()
  const long = JSON.stringify({ status: 'success', data: 'x'.repeat(1000) })
  judge([
    passing({
      answer: { status: 200, headers: [['content-type', 'application/json']], body: passedBody(long, 100) },
    }),
    passing({ method: 'POST', target: '/api/submit', body: { ...passedBody('{"a"'), isWhole: false } }),
    passing({ headers: [['range', 'bytes=0-1']], status: 206 }),
  ])
  expect(breaches).toEqual([])
  expect(Object.values(session.end().unjudged)).toEqual([1, 1, 1])
})

test('nothing is whole after an entry that no statement sees, or a connection that passed unread', () => {
  const issued = [
    granted(),
    passing({
      method: 'POST',
      target: '/api/submit',
      sent: '{}',
      status: 201,
      json: { status: 'success', data: { quote_id: SESSION_QUOTE } },
    }),
    read('ready_to_bind'),
    read('issued'),
  ]
  const kinds = ['requests', 'deliveries', 'operator'] as const
  expect(sessionOf(kinds).judge(issued)).toContain('issued-only-by-bind')
  const cut = sessionOf(kinds)
  cut.session.take(
    passing({
      method: 'PUT',
      target: `/api/bind/${SESSION_QUOTE}`,
      body: { ...passedBody('{'), isWhole: false },
    }),
  )
  const raw = sessionOf(kinds)
  raw.session.unread()
  for (const one of [cut, raw]) expect(one.judge(issued)).not.toContain('issued-only-by-bind')
  expect(raw.session.end()).toMatchObject({ unread: 1 })
})

test('a delivery is judged, with its signature', () => {
  const event = JSON.stringify({
    type: 'quote.proposalReady',
    timestamp: 'yesterday',
    brokerageId: 'b',
    data: {},
  })
  const signed = (secret: string): Passed => {
    const timestamp = '2026-01-01T00:00:00Z'
    const value = createHmac('sha256', secret).update(`e1.${timestamp}.${event}`).digest('hex')
    return passing({
      route: 'hooks',
      method: 'POST',
      target: '/hooks',
      headers: [
        ['content-type', 'application/json'],
        ['event-id', 'e1'],
        ['timestamp', timestamp],
        ['x-platform-signature', value],
      ],
      sent: event,
      body: passedBody(event),
    })
  }
  const right = sessionOf().judge([signed(SECRETS.signingSecret)])
  expect(right).toContain('payload-timestamp')
  expect(right).not.toContain('signature-verifies')
  expect(sessionOf().judge([signed('another secret')])).toContain('signature-verifies')
})

test('a long recording keeps a bounded number of quotes, and says how many it gave up', () => {
  const { session } = sessionOf()
  for (let quote = 0; quote < 1500; quote += 1) session.take(passing({ target: `/api/status/q${quote}` }))
  for (let repeat = 0; repeat < 200; repeat += 1) session.take(passing({ target: '/api/status/q1499' }))
  expect(session.due().length).toBe(1000)
  expect(session.end()).toMatchObject({ requests: 1700, forgotten: 500 })
})

test('a finding shows no secret', () => {
  const { breaches, judge } = sessionOf()
  judge([passing({ target: '/api/status/1', json: { status: SECRETS.token, data: {} } })])
  expect(JSON.stringify(breaches)).toContain('[redacted]')
  expect(JSON.stringify(breaches)).not.toContain(SECRETS.token)
})

test('the text of an error is shown without secrets', () => {
  const { session } = sessionOf()
  expect(session.clean(`not a number: ${SECRETS.token}`)).toBe('not a number: [redacted]')
})

test('the summary counts statements that something was seen of', () => {
  const { session, judge } = sessionOf()
  judge([granted()])
  const { statements, ofStatements, broken } = session.end()
  expect(statements).toBeGreaterThan(4)
  expect(ofStatements).toBeGreaterThan(100)
  expect(broken).toEqual([])
})

test('the first line of the file has no secret of the addresses', () => {
  const authUrl = 'https://user:pass-word-1@login.example/token?code=key-of-function-1&v=1'
  const [head] = sessionOf([], { ...PLATFORM, authUrl }).lines
  expect(head).toMatchObject({
    authUrl: 'https://[redacted]@login.example/token?code=[redacted]&v=[redacted]',
    baseUrl: PLATFORM.baseUrl,
  })
})
