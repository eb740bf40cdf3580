import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { caseAt, seedOf } from '../../../generators/cases.ts'

// `node tests/hostile/fuzz/hostile-client.ts SEED REQUESTS`: a client that sends random requests and writes a random result.
const [, , seed = '1', requests = '50'] = process.argv
const {
  QUOTE_BASE_URL = '',
  QUOTE_AUTH_URL = '',
  QUOTE_CLIENT_ID = '',
  QUOTE_CLIENT_SECRET = '',
  QUOTE_WORKDIR = '.',
  QUOTE_INTEGRATION_KEY = '',
} = process.env
const own = seedOf(
  Number(seed),
  [...QUOTE_BASE_URL].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 0),
)

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom('..', '%', '%ff', '__proto__', 'x'.repeat(5000)),
)
const bodies: Arbitrary<Buffer> = fc.oneof(
  fc.json({ maxDepth: 3 }).map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('{}', '[', 'null', '['.repeat(30_000), `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`)
    .map((json) => Buffer.from(json)),
)
const one = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PROPFIND'),
  place: fc.constantFrom(
    '/submit',
    '/status/',
    '/update/',
    '/bind/',
    '/document/policy/stream/',
    '/document/quote-proposal/stream/',
    '/',
  ),
  id: text,
  authorization: fc.constantFrom('right', 'none', 'basic', 'noise'),
  body: bodies,
  noise: fc.nat(9),
  header: fc.constantFrom(
    'content-type: application/json',
    'content-type: \u00ff',
    'expect: 100-continue',
    'x: y',
    'transfer-encoding: gzip',
  ),
})

const form = new URLSearchParams({
  client_id: QUOTE_CLIENT_ID,
  client_secret: QUOTE_CLIENT_SECRET,
  grant_type: 'client_credentials',
  scope: 'quote',
})
const answer = await fetch(QUOTE_AUTH_URL, { method: 'POST', body: form })
  .then((got) => got.json())
  .catch(() => ({}))
const token = String((answer as { access_token?: string }).access_token)

function write(bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(QUOTE_BASE_URL)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    const end = () => {
      socket.destroy()
      resolve()
    }
    socket.on('close', end).on('error', end).resume()
    setTimeout(end, 500).unref()
  })
}

for (let number = 0; number < Number(requests); number += 1) {
  const { method, place, id, authorization, body, noise, header } = caseAt(one, own, number)
  const credentials = {
    right: `Bearer ${token}`,
    none: '',
    basic: 'Basic ====',
    noise: 'Bearer \u00ff\u00fe',
  }[authorization]
  const path = `${new URL(QUOTE_BASE_URL).pathname}${place}${place.endsWith('/') ? encodeURIComponent(id.toWellFormed()) : ''}`
  const head = `${method} ${noise === 0 ? '*' : path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: ${credentials}\r\nx-integration-key: ${QUOTE_INTEGRATION_KEY}\r\n${header}\r\ncontent-length: ${noise === 1 ? 'x' : body.length}\r\n\r\n`
  await write(Buffer.concat([Buffer.from(head, 'latin1'), body]))
}
const results = fc.oneof(
  bodies,
  fc
    .record({ quote_id: fc.jsonValue(), quote_status: fc.jsonValue(), error: fc.jsonValue() })
    .map((value) => Buffer.from(JSON.stringify(value))),
)
writeFileSync(join(QUOTE_WORKDIR, 'result.json'), caseAt(results, own, 0))
writeFileSync(join(QUOTE_WORKDIR, 'policy.pdf'), caseAt(bodies, own, 1))
process.exit(Math.abs(own) % 3)
