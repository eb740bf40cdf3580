import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CannotTell } from '../../conformance/verdict.ts'
import { ownCertificate } from './certificate.ts'

const ANYWHERE = '127.0.0.1:0'

/** Where and how a receiver listens. */
export interface ListenerOptions {
  /** Address and port; port 0 takes a free one. Default `127.0.0.1:0`. */
  readonly listen?: string
  /** How the platform reaches it; default the address that it listens on. */
  readonly publicUrl?: string
  /** `own` makes a certificate; else PEM texts. Absent: plain HTTP. */
  readonly tls?: 'own' | { readonly key: string; readonly cert: string }
}

export interface Listening {
  /** Without a trailing slash. */
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
  const { host, port } = addressOf(options.listen ?? ANYWHERE)
  const identity = options.tls === 'own' ? await ownCertificate(host) : options.tls
  const server = make(identity, answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const why = `the receiver cannot listen on ${host}, port ${port}: ${error.message}`
      reject(new CannotTell(why, 'webhooks.listen'))
    })
    server.listen(port, host, resolve)
  })
  const own = `${identity ? 'https' : 'http'}://${reachable(host)}:${(server.address() as AddressInfo).port}`
  return {
    url: (options.publicUrl ?? own).replace(/\/+$/, ''),
    ...(identity && { certificate: identity.cert }),
    close: () => close(server),
  }
}

/**
 * An address on the same host where nothing listens at the moment.
 *
 * @returns what an address of `ListenerOptions` is
 * @throws CannotTell when there is none
 */
export async function closedAddress(options: ListenerOptions): Promise<string> {
  const { host } = addressOf(options.listen ?? ANYWHERE)
  const reserved = await listen({ listen: `${host.includes(':') ? `[${host}]` : host}:0` }, () => {})
  await reserved.close()
  return new URL(reserved.url).host
}

function make(identity: { key: string; cert: string } | undefined, answer: RequestListener): Server {
  // An idle connection that is closed just as it is taken up again would look like a failed delivery.
  const common = { keepAliveTimeout: 0 }
  try {
    return identity ? createTlsServer({ ...common, ...identity }, answer) : createServer(common, answer)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CannotTell(`the receiver cannot use its certificate: ${why}`, 'webhooks.tls')
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

/** An address under which a host that listens everywhere can be reached on this machine. */
function reachable(host: string): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]` : name
}
