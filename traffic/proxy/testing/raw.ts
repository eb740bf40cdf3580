import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { roomFor } from '../record/body-watch.ts'
import type { Passed } from '../record/passed.ts'
import { openRelay, type RelayAt } from '../relay/relay.ts'
import { type Destinations, routesTo } from '../relay/routes.ts'

/** A server of bytes, with all that reached it, a buffer for each connection. */
export interface RawServer {
  readonly port: number
  readonly url: string
  /** Everything that came over the connections so far, in the order in which they began. */
  received(): readonly Buffer[]
  /** For each connection how it ended: `end`, an error code, or nothing yet. */
  readonly ends: string[]
  /** Reads no more from any connection. */
  pause(): void
}

/** Starts a server that calls a function whenever bytes arrive. */
export async function rawServer(
  serve: (socket: Socket, soFar: Buffer) => void = () => undefined,
): Promise<RawServer> {
  const received: Buffer[] = []
  const ends: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    const place = received.push(Buffer.alloc(0)) - 1
    socket.on('data', (bytes) => {
      received[place] = Buffer.concat([received[place] ?? Buffer.alloc(0), bytes])
      serve(socket, received[place])
    })
    socket.on('end', () => {
      ends[place] ??= 'end'
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      ends[place] = error.code ?? error.message
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const pause = () => {
    for (const socket of sockets) socket.pause()
  }
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, received: () => received, ends, pause }
}

/** A proxy before some addresses, with all that it has recorded. */
export async function relayTo(
  to: Partial<Destinations> & Pick<Destinations, 'baseUrl'>,
  at: Partial<RelayAt> = {},
): Promise<{
  readonly port: number
  readonly passed: Passed[]
  readonly began: () => number
  readonly unread: () => number
}> {
  const passed: Passed[] = []
  let number = 0
  let unread = 0
  const relay = await openRelay(
    { host: '127.0.0.1', port: 0, ...at },
    routesTo({ authUrl: `${to.baseUrl}/oauth/token`, ...to }),
    {
      room: roomFor(16 * 1024 * 1024),
      now: () => Date.now(),
      since: () => performance.now(),
      next: () => {
        number += 1
        return number
      },
      passed: (one) => passed.push(one),
      unread: () => {
        unread += 1
      },
      changing: new Set(),
    },
  )
  onTestFinished(() => relay.close())
  return { port: relay.port, passed, began: () => number, unread: () => unread }
}

/** A client of bytes. */
export interface RawClient {
  readonly socket: Socket
  received(): Buffer
  /** Resolves once the bytes so far fulfil a condition. */
  until(condition: (bytes: Buffer) => boolean): Promise<Buffer>
  /** How the connection ended: `end` or an error code; undefined while it is open. */
  ended(): string | undefined
}

export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  onTestFinished(() => void socket.destroy())
  const pieces: Buffer[] = []
  let ended: string | undefined
  socket.on('data', (bytes) => pieces.push(bytes))
  socket.on('end', () => {
    ended ??= 'end'
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ended = error.code ?? error.message
  })
  await once(socket, 'connect')
  const received = () => Buffer.concat(pieces)
  return {
    socket,
    received,
    ended: () => ended,
    until: async (condition) => {
      await eventually(() => condition(received()))
      return received()
    },
  }
}

/** Waits for a condition, at most a minute, which only a busy machine needs. */
export async function eventually(condition: () => boolean): Promise<void> {
  const until = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > until) throw new Error(`it did not come to be: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
