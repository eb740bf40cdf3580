import { X509Certificate } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { ALPN } from '../../../conformance/alpn.ts'
import { listenWidely } from '../../../conformance/wide-listening.ts'
import type { ServerCertificate } from '../platform-instance.ts'

/** A server that listens. */
export interface ListeningServer {
  /** Scheme, host and port. */
  readonly origin: string
  /** Uses another certificate for new connections from now on, and closes idle ones. Does nothing on plain HTTP. */
  replace(certificate: ServerCertificate): void
  /** Says whether a connection was made with the new certificate. */
  isReplaced(socket: object): boolean
  /** True once a connection was begun after the replacement, even if it failed. */
  readonly isMet: boolean
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
): Promise<ListeningServer> {
  const [, host = '', port = ''] = /^\[?([^\]]*)\]?:(\d+)$/.exec(listen) ?? []
  const secured = tls === undefined ? undefined : createTlsServer({ ALPNProtocols: ALPN, ...tls }, answer)
  const server = secured ?? createServer(answer)
  // A client may pause between two requests.
  server.keepAliveTimeout = 30_000
  server.on('clientError', (_error, socket) => socket.destroy())
  const stop = await listenWidely(server, { host, port: Number(port) })
  const { port: used } = server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  let later: string | undefined
  let isMet = false
  server.on('connection', () => {
    isMet ||= later !== undefined
  })
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${shown}:${used}`,
    replace(certificate) {
      // A new context has new keys for session tickets, so that every client checks the new certificate.
      secured?.setSecureContext({ ...tls, ...certificate })
      later = new X509Certificate(certificate.cert).fingerprint256
      server.closeIdleConnections()
    },
    get isMet() {
      return isMet
    },
    isReplaced: (socket) => later !== undefined && fingerprintOf(socket) === later,
    async close() {
      stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The TLS version of a connection; undefined on plain HTTP. */
export function tlsVersionOf(socket: object): string | undefined {
  return 'getProtocol' in socket ? ((socket as TLSSocket).getProtocol() ?? undefined) : undefined
}

/** The fingerprint of this server's own certificate on a connection; undefined on plain HTTP. */
function fingerprintOf(socket: object): string | undefined {
  if (!('getCertificate' in socket)) return undefined
  const own = (socket as TLSSocket).getCertificate()
  return own !== null && 'fingerprint256' in own ? own.fingerprint256 : undefined
}
