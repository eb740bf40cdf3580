import { createServer, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { listenWidely } from '../../../conformance/wide-listening.ts'
import type { Watching } from '../record/exchange-watch.ts'
import { ClientConnection } from './client-connection.ts'
import type { Routes } from './routes.ts'

/** Where the proxy listens, and how. */
export interface RelayAt {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** PEM texts, where it is reached by TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** How long the head of a request may take from its first byte, in milliseconds; absent: a minute. */
  readonly headMs?: number
}

export interface Relay {
  readonly port: number
  /** Connections of clients that are open. */
  connections(): number
  /** Breaks off everything that is open. */
  close(): Promise<void>
}

/** How many connections may wait to be accepted. */
const BACKLOG = 1024
const HEAD_MS = 60_000

/**
 * Listens for clients, and passes on what they send.
 *
 * @throws the system's error when the address cannot be listened on, or the TLS library's for a wrong key
 */
export async function openRelay(
  { host, port, tls, headMs = HEAD_MS }: RelayAt,
  routes: Routes,
  watching: Watching,
): Promise<Relay> {
  const open = new Set<ClientConnection>()
  const accept = (socket: Socket) => {
    const connection = new ClientConnection(socket, routes, watching, headMs)
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  }
  const common = { allowHalfOpen: true, noDelay: true }
  const server =
    tls === undefined
      ? createServer(common, accept)
      : createSecureServer({ ...common, ...tls, ALPNProtocols: ['http/1.1'] }, accept)
  // A connection whose handshake fails stays open at its client's end, and would keep the server from closing.
  server.on('tlsClientError', (_, socket) => socket.destroy())
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeOthers = await listenWidely(server, { host, port, backlog: BACKLOG })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () => open.size,
    close: () => {
      closeOthers()
      for (const connection of open) connection.close('the proxy was ended')
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
