import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import { makeIdentity, prepareTls } from '../../targets/sandbox/http/tls.ts'

/** A server that a newcomer's profile names, and the authority that signed its certificate. */
export interface Met {
  /** Host and port. */
  readonly host: string
  readonly caPem?: string
  close(): Promise<void>
}

type Talk = (request: IncomingMessage, response: ServerResponse) => void

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const problem = (response: ServerResponse, status: number, message: string) =>
  json(response, status, { status: 'error', error: { message } })

/** A small platform: tokens, an unknown quote, a submission. One of its answers can be replaced. */
const platform =
  (changes: Partial<Record<'token' | 'status' | 'submit', Talk>> = {}): Talk =>
  (request, response) => {
    const { url = '' } = request
    if (url === '/token') return (changes.token ?? ((_, to) => json(to, 200, TOKEN)))(request, response)
    if (url === '/api/submit')
      return (changes.submit ?? ((_, to) => json(to, 200, { status: 'approved', data: {} })))(
        request,
        response,
      )
    if (url.startsWith('/api/status/'))
      return (changes.status ?? ((_, to) => problem(to, 404, 'Quote not found')))(request, response)
    return problem(response, 404, 'Nothing is at this address')
  }

const TOKEN = { access_token: 'a-token-of-the-small-platform', token_type: 'bearer', expires_in: 3600 }
const PAGE = '<!doctype html><title>Welcome</title>'
const page: Talk = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)

const TALKS = {
  works: platform(),
  'refuses the secret': platform({
    token: (_, to) => json(to, 401, { error: 'invalid_client', error_description: 'Wrong secret' }),
  }),
  'refuses the key': platform({ status: (_, to) => problem(to, 401, 'The integration key is unknown') }),
  'refuses the submission': platform({ submit: (_, to) => problem(to, 400, 'naics is not in use') }),
  'has its API elsewhere': platform({
    submit: (_, to) => problem(to, 404, 'Nothing is at this address'),
  }),
  'has a page for everything': page,
  'sends to a login': (_, to) => void to.writeHead(302, { location: '/login' }).end(),
  'says nothing': () => undefined,
} as const satisfies Record<string, Talk>

const KINDS = ['https', 'https of another authority', 'https elsewhere', 'https outdated', 'nothing'] as const

/** The names of all servers, as the table writes them. */
export type ServerName = keyof typeof TALKS | (typeof KINDS)[number]

/** Starts a server of the table on the loopback address. */
export async function meet(name: ServerName): Promise<Met> {
  switch (name) {
    case 'https': {
      const { tls, caPem } = await prepareTls('TLSv1.2')
      return listening(createSecureServer(tls, platform()), caPem)
    }
    case 'https of another authority': {
      const { tls } = await prepareTls('TLSv1.2')
      return listening(createSecureServer(tls, platform()), (await makeIdentity()).caPem)
    }
    case 'https elsewhere':
    case 'https outdated': {
      const own = await certified({ outdated: name === 'https outdated' })
      return listening(createSecureServer(own, platform()), own.cert)
    }
    case 'nothing':
      // A port that was just free could be given to another test's server.
      return { host: `127.0.0.1:${DISCARD_PORT}`, close: async () => undefined }
    default:
      return listening(createServer(TALKS[name]))
  }
}

/** A self-signed certificate: for another host, or for this one and expired. */
async function certified({ outdated }: { readonly outdated: boolean }) {
  const now = Date.now()
  const names = outdated
    ? [{ type: 7, ip: '127.0.0.1' } as const]
    : [{ type: 2, value: 'elsewhere.example' } as const]
  const made = await generate([{ name: 'commonName', value: 'a server of its own' }], {
    keyType: 'ec',
    notBeforeDate: new Date(now - 2 * YEAR_MS),
    notAfterDate: new Date(now + (outdated ? -YEAR_MS : YEAR_MS)),
    extensions: [{ name: 'subjectAltName', altNames: names }],
  })
  return { key: made.private, cert: made.cert }
}

const YEAR_MS = 365 * 86_400_000
/** The port of the discard service, which no machine offers any more. */
const DISCARD_PORT = 9

async function listening(server: Server & { closeAllConnections?(): void }, caPem?: string): Promise<Met> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    ...(caPem === undefined ? {} : { caPem }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections?.()
      }),
  }
}
