// A webhook receiver that is right in every respect. Needs nothing but Node 20 or later:
//
//   SIGNING_SECRET=... node receiver.mjs [port]
//
// In production put it behind TLS, and keep what is `known` in your database, under a unique key.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// During the grace period of a rotation both the new and the old secret are valid: list them with a comma.
const secrets = (process.env.SIGNING_SECRET ?? '').split(',').filter((secret) => secret !== '')
const port = Number(process.argv[2] ?? 5001)
const largestBody = 1024 * 1024
if (secrets.length === 0) throw new Error('SIGNING_SECRET must be set')

/** Event-IDs that were taken, and those whose work is done. */
const known = new Set()
const processed = []

/** Stands for what your system does with an event; it runs after the answer, so that the answer is never late. */
function work(id, _event) {
  processed.push(id)
}

/** HMAC-SHA256 over Event-ID, period, Timestamp, period and the bytes of the body, compared in constant time. */
function isSigned({ headers }, body) {
  const { 'event-id': id, timestamp, 'x-platform-signature': signature } = headers
  if (!id || !timestamp || !/^[0-9a-f]{64}$/.test(signature ?? '')) return false
  const given = Buffer.from(signature, 'hex')
  const isRight = (secret) =>
    timingSafeEqual(
      createHmac('sha256', secret).update(`${id}.${timestamp}.`, 'latin1').update(body).digest(),
      given,
    )
  return secrets.map(isRight).includes(true)
}

/** The bytes of a request's body, or undefined when there are too many. */
async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= largestBody) chunks.push(chunk)
  }
  return size > largestBody ? undefined : Buffer.concat(chunks)
}

async function answer(request, response) {
  const end = (status, text = '') => response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  // For tests only: which events were processed.
  if (request.method === 'GET' && request.url === '/effects') return end(200, JSON.stringify(processed))
  if (request.method !== 'POST' || request.url !== '/hooks') return end(404)
  const body = await bodyOf(request)
  if (body === undefined) return end(413)
  // First of all the signature: an id that is noted for a forgery would shut the right event out.
  if (!isSigned(request, body)) return end(401, 'the signature is wrong')
  const id = request.headers['event-id']
  // Whatever comes again was processed already, and is answered like the first time.
  if (known.has(id)) return end(200)
  known.add(id)
  setImmediate(() => work(id, body))
  return end(200)
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/hooks\n`)
})
