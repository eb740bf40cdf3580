import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hashes } from './ends.ts'

export interface Load {
  /** The name of the load, which begins the names of its connections. */
  readonly name: string
  readonly port: number
  /** The host that the far end gets: `Host` of the requests, as the hash of what was sent counts it. */
  readonly farHost: string
  readonly connections: number
  readonly requests: number
  /** Requests a second over all connections; absent: as many as come back. */
  readonly rate?: number
  readonly kind: 'requests' | 'deliveries'
  readonly authorization: readonly string[]
}

export interface Measured {
  /** Milliseconds of each request, from its first byte to the last one of its answer. */
  readonly times: readonly number[]
  readonly seconds: number
  readonly hashes: Hashes
}

/** Sends requests over some connections, one after the other on each, and hashes both directions. */
export async function send(load: Load): Promise<Measured> {
  const times: number[] = []
  const hashes: Record<string, readonly [string, string]> = {}
  const each = Math.floor(load.requests / load.connections)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: load.connections }, async (_, number) => {
      const name = `${load.name}-${number}`
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      const [sent, received] = [createHash('sha256'), createHash('sha256')]
      let quote = randomUUID()
      const period = load.rate === undefined ? 0 : (load.connections / load.rate) * 1000
      for (let request = 0; request < each; request += 1) {
        // The connections do not beat in step.
        const due = began + period * (request + number / load.connections)
        if (period > 0 && due > performance.now()) await pause(due - performance.now())
        if (request % 12 === 0) quote = randomUUID()
        const [near, far] = ['near.example', load.farHost].map((host) =>
          textOf(load, { request, name, quote, host }),
        )
        sent.update(far ?? '')
        const start = performance.now()
        const answer = wholeAnswer(socket)
        socket.write(near ?? '')
        received.update(await answer)
        times.push(performance.now() - start)
      }
      hashes[name] = [sent.digest('hex'), received.digest('hex')]
      socket.destroy()
    }),
  )
  return { times, hashes, seconds: (performance.now() - began) / 1000 }
}

interface One {
  readonly request: number
  readonly name: string
  readonly quote: string
  readonly host: string
}

function textOf({ kind, authorization }: Load, { request, name, quote, host }: One): string {
  const odd = `hOsT: ${host}\r\nX-Connection: ${name}\r\nx-QUOTE: ${quote}\r\n`
  if (kind === 'deliveries') {
    const body = JSON.stringify({
      type: 'quote.proposalReady',
      timestamp: '2026-01-01T00:00:00Z',
      brokerageId: 'b1',
      data: { quoteId: quote, partnerId: 'p1' },
    })
    const headers = `Event-ID: ${quote}-${request}\r\nTimestamp: 2026-01-01T00:00:00Z\r\nX-Platform-Signature: ${'a'.repeat(64)}\r\n`
    return `POST /hooks HTTP/1.1\r\n${odd}${headers}content-type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const access = authorization.map((line) => `${line}\r\n`).join('')
  if (request % 12 === 0) {
    const body = JSON.stringify({ insured_name: `Alder ${quote}`, padding: 'x'.repeat(600) })
    return `POST /api/submit HTTP/1.1\r\n${odd}${access}Content-Type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)};x=1\r\n${body}\r\n0;last\r\n\r\n`
  }
  const path = request % 12 === 11 ? `document/quote-proposal/stream/${quote}` : `status/${quote}`
  return `GET /api/${path} HTTP/1.1\r\n${odd}${access}ACCEPT: */*\r\n\r\n`
}

/** The bytes of the next answer. Its form is known, since the other end of the bench writes it. */
function wholeAnswer(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let [size, whole] = [0, 0]
    const take = (bytes: Buffer) => {
      pieces.push(bytes)
      size += bytes.length
      if (whole === 0) whole = lengthOf(Buffer.concat(pieces))
      if (whole === 0 || size < whole) return
      socket.off('data', take).off('close', closed)
      resolve(Buffer.concat(pieces))
    }
    const closed = () => reject(new Error('the connection was closed'))
    socket.on('data', take).on('close', closed)
  })
}

/** The length of an answer; 0 until it is known. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  if (length !== undefined) return end + 4 + Number(length)
  const last = bytes.indexOf('X-Trailer: 1\r\n\r\n')
  return last === -1 ? 0 : last + 16
}
