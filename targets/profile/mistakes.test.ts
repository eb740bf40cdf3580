// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how profiles name environment variables
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageOf } from '../../conformance/errors.ts'
import { testFolder } from '../../conformance/testing.ts'
import { parseClientProfile } from './client.ts'
import { loadProfile, parseProfile } from './load.ts'
import { parseReceiverProfile } from './receiver.ts'

const RIGHT = `base_url: http://127.0.0.1:4010/api
auth_url: http://127.0.0.1:4010/oauth/token
credentials: { client_id: m2m-7, client_secret: s3cr3t-value, integration_key: key-value }
`
const READERS = { platform: parseProfile, receiver: parseReceiverProfile, client: parseClientProfile }

/** The error of a profile in `/p/target.yaml`. */
function problem(text: string, env = {}, side: keyof typeof READERS = 'platform'): string {
  try {
    READERS[side](text, { file: '/p/target.yaml', env })
  } catch (error) {
    return messageOf(error)
  }
  return 'accepted'
}

test('a profile with mistakes of every kind names all of them in one line, and no value', () => {
  const text = `base_ulr: http://127.0.0.1:4010/api
auth_url: \${TOKEN_URL}
credentials: { client_id: 7, client_secret: "\${SECRET}" }
submission: nowhere.json
tls: { ca: nowhere.pem }
timing: { rating: 60 }
operator: { review_approve: { command: [approve, "{quoteid}", "{slot}"] } }
`
  expect(problem(text, { TOKEN_URL: 'localhost:4010' })).toBe(
    [
      '/p/target.yaml: 10 mistakes:',
      '(1) 3:45: credentials.client_secret: the environment variable SECRET must be set',
      '(2) 1:11: base_ulr: unknown key; did you mean base_url?',
      '(3) 2:11: auth_url: must be an http or https address without user or fragment (it comes from ${TOKEN_URL})',
      '(4) 3:27: credentials.client_id: must be a text that is not empty (quote it where it looks like a number)',
      '(5) 6:19: timing.rating: must be a duration such as 250ms, 8s or 2m',
      '(6) 3:14: credentials.integration_key: the key is missing',
      '(7) 7:50: operator.review_approve.command.1: {quoteid} is not given to this action; did you mean {quote_id}?',
      '(8) 7:63: operator.review_approve.command.2: {slot} is not given to this action; it is given {quote_id}',
      "(9) 4:13: submission: must be the name of a JSON or YAML file that can be read, relative to the profile's folder",
      "(10) 5:12: tls.ca: must be the name of a PEM file that can be read, relative to the profile's folder",
    ].join(' '),
  )
})

test.each([
  ['a line end behind it', 'secret\n', 'it ends with a line end (U+000A)'],
  ['another one', 'secret\r\n', 'it ends with a line end (U+000A)'],
  ['a blank before it', ' secret', 'it begins with a blank (U+0020)'],
  ['a byte order mark', '\ufeffsecret', 'it begins with a byte order mark (U+FEFF)'],
  ['a blank that is no space', 'secret\u00a0', 'it ends with a blank (U+00A0)'],
])('a secret of the environment with %s is a mistake, wherever it is put', (_, SECRET, why) => {
  const what = `the environment variable SECRET must have no blank or line end around it: ${why}`
  const receiver = 'receiver: { url: http://127.0.0.1:1, signing_secret: "${SECRET}" }'
  expect(problem(receiver, { SECRET }, 'receiver')).toBe(
    `/p/target.yaml:1:54: receiver.signing_secret: ${what}`,
  )
  const action = `${RIGHT}operator: { hold_issue: { command: [office, "--secret=\${SECRET}"] } }`
  expect(problem(action, { SECRET })).toBe(`/p/target.yaml:4:45: operator.hold_issue.command.1: ${what}`)
})

test.each([
  ['" secret"', 'it begins with a blank (U+0020)'],
  ['"secret\\n"', 'it ends with a line end (U+000A)'],
  ['"sec\u200bret"', 'it has an invisible character (U+200B) inside'],
])('a secret that is written %j is a mistake', (secret, why) => {
  expect(problem(RIGHT.replace('s3cr3t-value', secret))).toBe(
    `/p/target.yaml:3:49: credentials.client_secret: must have no blank or line end around it, and nothing invisible in it: ${why}`,
  )
})

test('a text of several lines, as a PEM file has them, may end with a line end', () => {
  const action = `${RIGHT}operator: { hold_issue: { command: [office, "\${PEM}"] } }`
  expect(problem(action, { PEM: '-----BEGIN-----\nabc\n-----END-----\n' })).toBe('accepted')
})

test.each([
  ['utf-8', Buffer.from(`\ufeff${RIGHT}`)],
  ['utf-16le', Buffer.from(`\ufeff${RIGHT}`, 'utf16le')],
])('a profile with the byte order mark of %s is read', async (_, bytes) => {
  expect((await loaded(bytes)).credentials.clientSecret).toBe('s3cr3t-value')
})

test('a profile with bytes that are no UTF-8 is a mistake: each would be read as another character', async () => {
  const bytes = Buffer.from(RIGHT.replace('s3cr3t', 's3cr\u00e9t'), 'latin1')
  await expect(loaded(bytes)).rejects.toThrow('the profile must be a text in UTF-8')
})

/** The profile in a file with these bytes. */
function loaded(bytes: Uint8Array) {
  const folder = testFolder()
  writeFileSync(join(folder, 'profile.yaml'), bytes)
  return loadProfile(join(folder, 'profile.yaml'), {})
}

test.each([
  ['a misspelt key that must be there', RIGHT.replace('base_url', 'base_ulr'), 'base_ulr: unknown key'],
  ['an action of two kinds', `${RIGHT}operator: { hold_issue: { http: { url: http://h }, command: [x] } }`],
  ['a certificate that is neither', `${RIGHT}webhooks: { tls: mine }`, 'webhooks.tls: must be own, or a map'],
  ['a variable that is not set in an address', RIGHT.replace('http://127', '${BASE}127'), 'BASE must be set'],
  [
    'a variable that is not set in an action',
    `${RIGHT}operator: { hold_issue: { http: { url: "http://h/\${BASE}" } } }`,
  ],
])('%s is one mistake', (_, text, expected = 'operator.hold_issue') => {
  expect(problem(text)).toContain(expected)
  expect(problem(text)).not.toContain('mistakes')
})

test('a mistake in a file that the profile names has the place in that file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mistakes-'))
  try {
    writeFileSync(join(folder, 'good.json'), '{ "a": [ }')
    const submission = join(folder, 'good.json')
    const text = `${RIGHT}submission: ${submission}\ntls: { ca: none.pem }\n`
    expect(problem(text)).toContain(`/p/target.yaml: 2 mistakes: (1) ${submission}:1:`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('two variables that are not set are two mistakes', () => {
  expect(problem(RIGHT.replace('m2m-7', '"${A}-${B}"'))).toMatch(
    /2 mistakes: \(1\) .*variable A must be set \(2\) .*variable B must be set$/,
  )
})

test('of very many mistakes the first ones are named, and the number of the others', () => {
  const keys = Array.from({ length: 30 }, (_, index) => `strange_key_${index}: 1\n`).join('')
  expect(problem(RIGHT + keys)).toMatch(/: 30 mistakes: .*\(20\) .* and 10 more$/)
})

test('profiles of the other sides name all of theirs', () => {
  const receiver = 'receiver: { ulr: http://h, signing_secret: 7 }\ntls: { ca: none.pem }\n'
  expect(problem(receiver, {}, 'receiver')).toMatch(
    /3 mistakes: .*receiver\.ulr: unknown.*signing_secret: must.*tls\.ca: must/,
  )
  expect(problem('client: { comand: [a], timeout: 2 }', {}, 'client')).toMatch(
    /2 mistakes: .*client\.comand: unknown key.*client\.timeout: must be a duration/,
  )
})
