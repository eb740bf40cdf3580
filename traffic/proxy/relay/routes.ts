import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, createSecureContext, connect as secured } from 'node:tls'
import type { RouteName } from '../record/passed.ts'
import { requestLine } from '../wire/framing.ts'
import { type Head, readHead, replaced } from '../wire/head.ts'

/** An origin that requests are passed on to. */
export interface Origin {
  /** Scheme, host and port. */
  readonly url: URL
  /** Opens a connection to it. */
  open(): Socket
}

/** A request with what the target gets of it. */
export interface Routed {
  readonly route: RouteName
  readonly origin: Origin
  readonly method: string
  readonly target: string
  /** The target as the client wrote it, without an origin. */
  readonly asked: string
  /** Why the target must not get it. */
  readonly refusal?: string
  /** With the target's own `Host`. */
  readonly head: Head
}

/** The addresses behind the proxy. */
export interface Destinations {
  readonly baseUrl: string
  readonly authUrl: string
  /** The partner's receiver; absent where deliveries are not passed on. */
  readonly deliverTo?: string
  /** PEM text of an authority that the platform's certificate is trusted by. */
  readonly ca?: string
}

/** The path of the proxy at which deliveries arrive. */
export const HOOKS = '/hooks'

/** Finds the target of each request by its path. */
export interface Routes {
  /** Undefined for a head that is no request of HTTP/1. */
  of(head: Head): Routed | undefined
  /** Where bytes go that are no requests. */
  readonly otherwise: Origin
}

export function routesTo({ baseUrl, authUrl, deliverTo, ca }: Destinations): Routes {
  const [base, auth] = [new URL(baseUrl), new URL(authUrl)]
  const api = originOf(base, ca)
  const token = auth.origin === base.origin ? api : originOf(auth, ca)
  const receiver = deliverTo === undefined ? undefined : new URL(deliverTo)
  const hooks = receiver && originOf(receiver, undefined)

  return {
    otherwise: api,
    of(head) {
      const line = requestLine(head)
      if (line === undefined) return undefined
      const path = pathOf(line.target)
      if (receiver && hooks && (path === HOOKS || path.startsWith(`${HOOKS}/`)))
        return {
          ...routed('hooks', hooks, head, { ...line, target: targetAt(receiver, line.target) }),
          asked: beyondOrigin(line.target),
          ...(leadsUp(path) && { refusal: 'its path leads out of the one for deliveries' }),
        }
      return path === auth.pathname ? routed('token', token, head, line) : routed('api', api, head, line)
    },
  }
}

/** The path of a request target, which may name an origin before it (RFC 9112, section 3.2). */
function pathOf(target: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)/i.exec(target) ?? []
  return path
}

const beyondOrigin = (target: string): string => target.replace(/^https?:\/\/[^/?]*/i, '')

/** Says whether a part of a path is a dot or two for some server. Some decode a path twice, or take `\` and `;` as separators. */
function leadsUp(path: string): boolean {
  const decoded = path
    .replace(/%(?:25)*2e/gi, '.')
    .replace(/%(?:25)*(?:2f|5c)/gi, '/')
    .replace(/%(?:25)*3b/gi, ';')
  return decoded.split(/[/\\;#]/).some((part) => part === '.' || part === '..')
}

/** The target at the receiver: the rest of the path and the query stand behind those of its address. */
function targetAt({ pathname, search }: URL, target: string): string {
  const rest = beyondOrigin(target).slice(HOOKS.length)
  const [, beyond = '', query = ''] = /^([^?]*)(.*)$/.exec(rest) ?? []
  const path = beyond === '' ? pathname : `${pathname.replace(/\/$/, '')}${beyond}`
  return search === '' || query === '' ? `${path}${search}${query}` : `${path}${search}&${query.slice(1)}`
}

function routed(
  route: RouteName,
  origin: Origin,
  head: Head,
  { method, target }: { readonly method: string; readonly target: string },
): Routed {
  const begin = head.bytes.indexOf(head.line, 0, 'latin1')
  const [from, to] = [begin + method.length + 1, begin + head.line.lastIndexOf(' ')]
  const hosts = head.fields.filter(({ name, value }) => /^host$/i.test(name) && value !== origin.url.host)
  const bytes = replaced(head.bytes, [
    ...(head.bytes.toString('latin1', from, to) === target ? [] : [{ from, to, by: target }]),
    ...hosts.map((host) => ({ from: host.from, to: host.to, by: origin.url.host })),
  ])
  return { route, origin, method, target, asked: target, head: bytes === head.bytes ? head : readHead(bytes) }
}

const CONNECTING = { allowHalfOpen: true, noDelay: true } as const

function originOf(url: URL, ca: string | undefined): Origin {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:') {
    const at = { host, port: Number(url.port || 80), ...CONNECTING }
    return { url, open: () => connect(at) }
  }
  const at: ConnectionOptions = {
    host,
    port: Number(url.port || 443),
    ...CONNECTING,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Made once, since each connection would read the certificates again.
    ...(ca !== undefined && { secureContext: createSecureContext({ ca }) }),
  }
  return { url, open: () => secured(at).setNoDelay(true) }
}
