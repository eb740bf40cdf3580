import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as a fake received it. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** True where the connection had served another request before. */
  readonly kept: boolean
}

/** Answers a request in any way, or not at all. */
export type Handler = (seen: Seen, response: ServerResponse) => void

export interface Fake {
  readonly origin: string
  /** Every request, the oldest first. */
  readonly requests: readonly Seen[]
  /** The number of opened connections, with or without a request. */
  readonly connections: () => number
  close(): Promise<void>
}

/** Serves a handler on the loopback address. */
export async function serve(handler: Handler): Promise<Fake> {
  const requests: Seen[] = []
  const known = new WeakSet<object>()
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const kept = known.has(request.socket)
    known.add(request.socket)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8'), kept }
      requests.push(seen)
      handler(seen, response)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const CLIENT_ID = 'm2m-hostile-3f1c9a52-7d4e-4b8a-9c06-5e2f8d1b7a34'
export const TOKEN_PATH = '/oauth/token'
const isToken = ({ url }: Seen): boolean => url.startsWith(TOKEN_PATH)

/** Passes token requests to one handler and everything else to another. */
export const split =
  (token: Handler, api: Handler): Handler =>
  (seen, response) =>
    (isToken(seen) ? token : api)(seen, response)

/** A correct token endpoint, which remembers each token that it issues. */
export function issuing(
  issued: string[],
  secret: string,
  more: (seen: Seen) => object = () => ({}),
): Handler {
  return (seen, response) => {
    const form = new URLSearchParams(seen.body)
    const refuse = (error: string) => json(error === 'invalid_client' ? 401 : 400, { error })(seen, response)
    if (form.get('client_id') !== CLIENT_ID || form.get('client_secret') !== secret)
      return refuse('invalid_client')
    if (form.get('grant_type') !== 'client_credentials') return refuse('unsupported_grant_type')
    if ((form.get('scope') ?? 'quote') !== 'quote') return refuse('invalid_scope')
    const token = `tok/${randomBytes(12).toString('hex')}+~==`
    issued.push(token)
    json(200, { access_token: token, token_type: 'Bearer', expires_in: 3600, ...more(seen) })(seen, response)
  }
}

/** The same JSON answer for every request. */
export const json =
  (status: number, body: unknown): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** Answers the check before the run correctly, and everything later with `then`. */
export function afterFirst(then: Handler): Handler {
  let first = true
  return (seen, response) => {
    const handler = first ? json(404, { status: 'error', error: { message: 'no such quote' } }) : then
    first = false
    handler(seen, response)
  }
}

/** Answers the preflight's submission correctly, so that the run begins, and everything later with `then`. */
export function afterSubmission(then: Handler): Handler {
  let begun = false
  return (seen, response) => {
    if (begun) return then(seen, response)
    begun = seen.url.endsWith('/submit')
    json(begun ? 200 : 404, {})(seen, response)
  }
}
