import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { ALPN } from '../../../conformance/alpn.ts'
import { messageOf } from '../../../conformance/errors.ts'
import type { OldTlsEndpoint } from '../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { listenWidely } from '../../../conformance/wide-listening.ts'
import { ownCertificate } from './certificate.ts'
import { staysOpen } from './departures.ts'

const ANYWHERE = '127.0.0.1:0'
/**
 * Connections that may wait to be accepted, as far as the system allows (`net.core.somaxconn` on Linux). A platform may send
 * hundreds at once, and a refused one is retried late.
 */
const BACKLOG = 4096

/** Where and how a receiver listens. */
export interface ListenerOptions {
  /** Address and port; port 0 takes a free one. Default `127.0.0.1:0`. */
  readonly listen?: string
  /** The address under which the platform reaches it; default the address that it listens on. */
  readonly publicUrl?: string
  /** `own` makes a certificate; else PEM texts. Absent: plain HTTP. */
  readonly tls?: 'own' | { readonly key: string; readonly cert: string }
}

export interface Listening {
  /** Has no trailing slash. */
  readonly url: string
  /** PEM text of the certificate, where there is one. */
  readonly certificate?: string
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/**
 * Begins to listen.
 *
 * @throws CannotTell when the address cannot be listened on
 */
export async function listen(options: ListenerOptions, answer: RequestListener): Promise<Listening> {
  const identity = await identityOf(options)
  return begin(options, identity, make(identity, answer))
}

/**
 * Begins to listen on another port of the same host, with TLS below 1.2 only.
 *
 * @throws CannotTell when the receiver is on plain HTTP, is reached by another address, or this machine cannot offer old versions
 */
export async function listenWithOldTls(
  options: ListenerOptions,
  answer: RequestListener,
): Promise<Listening & { handshakes: OldTlsEndpoint['handshakes'] }> {
  if (options.publicUrl !== undefined)
    throw new CannotTell('the public address leads to one port only', 'webhooks.public_url')
  const identity = await identityOf(options)
  if (identity === undefined) throw new CannotTell('the receiver listens without TLS', 'webhooks.tls')
  // OpenSSL offers the old versions only at its lowest security level.
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const server = createTlsServer({ keepAliveTimeout: 0, ...identity, ...old }, answer)
  const accepted: string[] = []
  let tried = 0
  server.on('connection', () => {
    tried += 1
  })
  server.on('secureConnection', (socket) => accepted.push(socket.getProtocol() ?? 'an unknown version'))
  server.on('tlsClientError', () => {})
  const { host } = addressOf(options.listen ?? ANYWHERE)
  const listening = await begin({ ...options, listen: `${bracketed(host)}:0` }, identity, server)
  return { ...listening, handshakes: () => ({ tried, accepted }) }
}

async function identityOf({ listen: address, tls }: ListenerOptions) {
  return tls === 'own' ? ownCertificate(addressOf(address ?? ANYWHERE).host) : tls
}

async function begin(
  options: ListenerOptions,
  identity: { readonly cert: string } | undefined,
  server: Server,
): Promise<Listening> {
  const { host, port } = addressOf(options.listen ?? ANYWHERE)
  const open = connectionsOf(server)
  const stop = await listenWidely(server, { port, host, backlog: BACKLOG }).catch((error: unknown) => {
    const why = messageOf(error)
    throw new CannotTell(`the receiver cannot listen on ${host}, port ${port}: ${why}`, 'webhooks.listen')
  })
  const own = `${identity ? 'https' : 'http'}://${reachable(host)}:${(server.address() as AddressInfo).port}`
  return {
    url: (options.publicUrl ?? own).replace(/\/+$/, ''),
    ...(identity && { certificate: identity.cert }),
    close() {
      stop()
      return close(server, open)
    },
  }
}

/**
 * An address on the same host where nothing listens at the moment.
 *
 * @returns an address for the `listen` of `ListenerOptions`
 * @throws CannotTell when there is none
 */
export async function closedAddress(options: ListenerOptions): Promise<string> {
  const { host } = addressOf(options.listen ?? ANYWHERE)
  const reserved = await listen({ listen: `${host.includes(':') ? `[${host}]` : host}:0` }, () => {})
  await reserved.close()
  return new URL(reserved.url).host
}

function make(identity: { key: string; cert: string } | undefined, answer: RequestListener): Server {
  // An idle connection that is closed just when it is used again would look like a failed delivery.
  const common = { keepAliveTimeout: 0 }
  try {
    const server = identity
      ? createTlsServer({ ...common, ALPNProtocols: ALPN, ...identity }, answer)
      : createServer(common, answer)
    return server.on(identity ? 'secureConnection' : 'connection', staysOpen)
  } catch (error) {
    const why = messageOf(error)
    throw new CannotTell(`the receiver cannot use its certificate: ${why}`, 'webhooks.tls')
  }
}

/**
 * Keeps a set of a server's connections. It includes those that never begin their handshake, which the server itself does not
 * know.
 */
function connectionsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

function close(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
    for (const socket of open) socket.destroy()
  })
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

/** An address under which a host that listens everywhere can be reached on this machine. */
function reachable(host: string): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return bracketed(name)
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
