import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { granted, PLATFORM, passedBody, passing, SECRETS } from '../testing/passed.ts'
import { Entries } from './entries.ts'
import type { Passed } from './passed.ts'
import { EntryRedactor } from './redaction.ts'

const { endpoints } = await loadSpec()

/** The texts that are written for what passed. */
function written(all: readonly Passed[], secrets: readonly string[] = []): string {
  const entries = new Entries(PLATFORM, endpoints)
  const redactor = new EntryRedactor(secrets)
  return all
    .map((one) => {
      const entry = entries.of(one)
      return JSON.stringify(
        entry.kind === 'exchange' ? redactor.exchange(entry.exchange) : redactor.arrival(entry.arrival),
      )
    })
    .join('\n')
}

/** Secrets that no profile names, each at the place of one. */
const UNKNOWN = 'Zq7-unknown-secret:0123456789'

test.each([
  ['the token of a request', passing({ headers: [['authorization', `bearer  ${UNKNOWN}`]] })],
  ['a token without a scheme', passing({ headers: [['authorization', UNKNOWN]] })],
  [
    'a client with its secret under Basic',
    passing({ headers: [['authorization', `Basic ${Buffer.from(`a:${UNKNOWN}`).toString('base64')}`]] }),
  ],
  ['an integration key', passing({ headers: [['x-integration-key', UNKNOWN]] })],
  ['a cookie', passing({ headers: [['cookie', `a=${UNKNOWN}`]] })],
  ['another key in a header', passing({ headers: [['x-api-key', UNKNOWN]] })],
  ['a secret of a form', passing({ route: 'token', sent: `a=b&client_secret=${UNKNOWN}&c=d` })],
  ['a secret in JSON', passing({ sent: `{"client_secret": "${UNKNOWN}"` })],
  ['a token in a query', passing({ target: `/api/status/1?access_token=${UNKNOWN}` })],
  ['another value of a query', passing({ target: `/api/status/1?a=1&code=${UNKNOWN}#b` })],
  ['a value of a query behind a long name', passing({ target: `/api/x?${'n'.repeat(500)}=${UNKNOWN}` })],
  [
    'a value of a query in a redirect',
    passing({
      answer: { status: 302, headers: [['location', `https://x/?a=1&b=${UNKNOWN}`]], body: passedBody() },
    }),
  ],
  ['a value of a query of a delivery', passing({ route: 'hooks', target: `/hooks?t=${UNKNOWN}` })],
  ['a token of an answer', passing({ json: { access_token: UNKNOWN } })],
  ['a refresh token of an answer', passing({ json: { data: [{ refresh_token: UNKNOWN }] } })],
  [
    'a cookie that is set',
    passing({
      answer: { status: 200, headers: [['set-cookie', `s=${UNKNOWN}; Path=/`]], body: passedBody() },
    }),
  ],
  [
    'a token of a compressed answer',
    passing({
      answer: {
        status: 200,
        headers: [
          ['content-type', 'application/json'],
          ['content-encoding', 'gzip'],
        ],
        body: passedBody(gzipSync(JSON.stringify({ access_token: UNKNOWN }))),
      },
    }),
  ],
  ['a secret of a delivery', passing({ route: 'hooks', sent: `{"data":{"signing_secret":"${UNKNOWN}"}}` })],
])('%s is not written', (_title, one) => {
  const text = written([one])
  expect(text).toContain('[redacted]')
  expect(text).not.toContain(UNKNOWN)
  expect(text).not.toContain(Buffer.from(`a:${UNKNOWN}`).toString('base64'))
})

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const PART = 'Content-Disposition: form-data; name="client_secret"'

test.each<readonly [string, string]>([
  [
    'JSON in a text of JSON',
    JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ token: UNKNOWN }) }) }),
  ],
  ['base64 of JSON', base64({ client_secret: UNKNOWN })],
  ['base64 of JSON in JSON', JSON.stringify({ state: base64([{ jwt: UNKNOWN }]) })],
  ['multipart', `--x\r\n${PART}\r\n\r\n${UNKNOWN}\r\n--x--`],
  ['XML', `<a:client_secret type="b">${UNKNOWN}</a:client_secret>`],
  ['JSON that does not end', `{"client_secret":["${UNKNOWN}`],
  ['an object that does not end', `{"client_secret":{"value":"${UNKNOWN}"`],
  ['YAML', `passphrase: '${UNKNOWN}'`],
  ['a form with a token', `token=${encodeURIComponent(UNKNOWN)}&a=b`],
  ['a form with an assertion', `assertion=${UNKNOWN}`],
  ['a form with a code', `grant_type=authorization_code&code=${UNKNOWN}`],
  ['an address with a query', JSON.stringify({ checkout_link: `https://a.example/b?${UNKNOWN}` })],
  ['an address with a user', JSON.stringify({ url: `https://a:${encodeURIComponent(UNKNOWN)}@b.example/c` })],
  ...[
    'token',
    'jwt',
    'authorization',
    'signing_key',
    'private_key',
    'passphrase',
    'session_id',
    'apiToken',
  ].map((name) => [`a member ${name}`, JSON.stringify({ [name]: UNKNOWN })] as const),
])('a secret in %s is not written, and neither is an echo of it', (_title, sent) => {
  const text = written([passing({ sent }), passing({ json: { message: sent.slice(2) } })])
  expect(text).toContain('[redacted]')
  for (const one of [UNKNOWN, encodeURIComponent(UNKNOWN), base64({ client_secret: UNKNOWN })])
    expect(text).not.toContain(one)
})

test.each([
  'x-forwarded-authorization',
  'x-original-authorization',
  'authentication',
  'x-auth',
  'x-session-id',
  'x-jwt-assertion',
])('the header %s is not written', (name) => {
  expect(written([passing({ headers: [[name, `Bearer ${UNKNOWN}`]] })])).not.toContain(UNKNOWN)
})

test.each([
  ['link', `<https://a.example/b?c=${UNKNOWN}>; rel="next"`],
  ['refresh', `0; url=https://a.example/?${UNKNOWN}`],
  ['x-original-url', `/a?${UNKNOWN}`],
  ['location', `https://a:${UNKNOWN}@b.example/`],
])('the query and the user of an address in the header %s are not written', (name, value) => {
  expect(written([passing({ headers: [[name, value]] })])).not.toContain(UNKNOWN)
})

test('records, states and ids of quotes stay readable', () => {
  const id = '3f1c2b9a-8d7e-4c6b-9a5f-0e1d2c3b4a59'
  const data = {
    ...{ quote_id: id, quote_status: 'ready_to_bind', quote_key: id, status_key: 'ready_to_bind' },
    ...{ session: { quote_id: id, state: 'ready_to_bind' }, created_at: '2026-01-01T00:00:00Z' },
    ...{ insured_name: 'Session Keys, Inc.', checkout_link: 'https://a.example/quotes/1' },
    ...{ token_type: 'bearer', token_status: 'approved_rate', contact: 'a@b.example' },
  }
  const json = { status: 'success', data }
  const text = written([passing({ target: `/api/status/${id}`, json })])
  expect((JSON.parse(text) as { answer: { body: { text: string } } }).answer.body.text).toBe(
    JSON.stringify(json),
  )
  expect(text).toContain(`/api/status/${id}`)
})

test('a secret that was recognised once is written nowhere, in any form', () => {
  const echo = passing({ json: { error: { message: `not valid: ${SECRETS.token}` } } })
  const text = written([granted(), echo, passing({ target: `/api/status/${SECRETS.token}` })])
  expect(text).not.toContain(SECRETS.token)
  expect(text).not.toContain(SECRETS.clientSecret)
  expect(text).not.toContain(SECRETS.integrationKey)
  expect(text).toContain('"client_id=m2m-1&client_secret=[redacted]')
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each([
  ['a token without a scheme', passing({ headers: [['authorization', UNKNOWN]] })],
  ['a secret with a colon under Basic', passing({ headers: [['authorization', basic(`a:${UNKNOWN}`)]] })],
  ['a cookie', passing({ headers: [['cookie', `a=1; b=${UNKNOWN}`]] })],
  [
    'a cookie that was set',
    passing({
      answer: { status: 200, headers: [['set-cookie', `s=${UNKNOWN}; Path=/`]], body: passedBody() },
    }),
  ],
])('%s is hidden elsewhere too', (_title, one) => {
  expect(written([one, passing({ json: { message: `not valid: ${UNKNOWN}` } })])).not.toContain(UNKNOWN)
})

test('secrets of the profile are written nowhere, also as base64 in a body without text', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0xff]), Buffer.from(SECRETS.signingSecret)])
  const answer = { status: 200, headers: [], body: passedBody(bytes) }
  const text = written([passing({ answer })], [SECRETS.signingSecret])
  const [, head = ''] = /"head":"([^"]+)"/.exec(text) ?? []
  expect(Buffer.from(head, 'base64').toString('latin1')).not.toContain(SECRETS.signingSecret)
})

test('a secret across the place of a cut is not written in part', () => {
  const text = `${'x'.repeat(32 * 1024 - 140)}${SECRETS.token}${'y'.repeat(4096)}`
  const line = written([granted(), passing({ sent: JSON.stringify(text) })])
  expect(line).toContain('"cut":true')
  expect(line).not.toContain(SECRETS.token.slice(0, 12))
})
