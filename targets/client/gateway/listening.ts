import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { listenWidely } from '../../../conformance/wide-listening.ts'

/** A server that listens. */
export interface Listening {
  /** Scheme, host and port. */
  readonly origin: string
  close(): Promise<void>
}

/**
 * @param listen host and port; port 0 takes any free one
 * @param tls serves https
 * @throws the system's error when the port is taken
 */
export async function listenOn(
  listen: string,
  answer: RequestListener,
  tls?: ServerOptions,
): Promise<Listening> {
  const [, host = '', port = ''] = /^\[?([^\]]*)\]?:(\d+)$/.exec(listen) ?? []
  const server: Server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer)
  // A client may take its time between two requests.
  server.keepAliveTimeout = 30_000
  server.on('clientError', (_error, socket) => socket.destroy())
  const stop = await listenWidely(server, { host, port: Number(port) })
  const { port: used } = server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${shown}:${used}`,
    async close() {
      stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The TLS version of a request's connection; undefined on plain HTTP. */
export function tlsVersionOf(socket: object): string | undefined {
  return 'getProtocol' in socket ? ((socket as TLSSocket).getProtocol() ?? undefined) : undefined
}
