import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as a fake server received it. */
interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Fake {
  readonly origin: string
  readonly seen: readonly Seen[]
  /** Requests to the quote API, without token and operator requests. */
  api(): readonly Seen[]
  tokens(): readonly Seen[]
}

type Answer = (request: Seen, response: ServerResponse) => void

/** Serves HTTP on 127.0.0.1 until the test is over. `/token` issues tokens unless the answer function takes it over. */
export async function fake(answer: Answer, options: { readonly ownTokens?: boolean } = {}): Promise<Fake> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
    seen.push(one)
    if (url.startsWith('/token') && !options.ownTokens) {
      json(response, 200, {
        access_token: `token-number-${seen.length}`,
        token_type: 'bearer',
        expires_in: 3600,
      })
    } else answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    api: () => seen.filter(({ url }) => url.startsWith('/api')),
    tokens: () => seen.filter(({ url }) => url.startsWith('/token')),
  }
}

/** Serves raw TCP on 127.0.0.1 until the test is over; `speak` is called when a connection's first bytes have come. */
export async function rawFake(speak: (socket: Socket, count: number) => void): Promise<string> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      count += 1
      speak(socket, count)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
