import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:https'
import type { Session } from '../../../conformance/ports/client.ts'
import type { SessionPerformance } from '../performing/performance.ts'
import type { CertificateAuthority, PlatformFactory, ServerCertificate } from '../platform-instance.ts'
import { incoming, pathOf } from './incoming.ts'
import { type ListeningServer, listenOn, tlsVersionOf } from './listening.ts'
import { gzipped, write, writeHalf } from './write.ts'

/** OpenSSL offers the old versions only at its lowest security level. */
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

/** A host name that no session is served at: a certificate for it never fits. */
const OTHER_HOST = 'another-host.example'

/** The ways of serving a session. */
type Served = NonNullable<Session['served']> | 'http' | 'elsewhere'

/** Answers requests below a path: a performance of a session, or what passes them on to one. */
export type Performer = Pick<
  SessionPerformance,
  'handle' | 'stray' | 'owns' | 'misplaced' | 'tlsVersions' | 'isTroubled'
>

/** Answers requests outside of all sessions: for the page of a run that people drive. */
export type OutsideHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface GatewayOptions {
  /** Host and port for plain HTTP; all other servers take free ports of the same host. */
  readonly listen: string
  /** The port that was taken in the run before, to be used again where `listen` takes any free one. */
  readonly portBefore?: number
  readonly authority: PlatformFactory['authority']
  readonly outside?: OutsideHandler
}

/** All servers of a run: every session has paths of its own on them. */
export class Gateway {
  readonly #options: GatewayOptions
  readonly #servers = new Map<string, Promise<ListeningServer>>()
  readonly #performances = new Map<string, Performer>()
  #authorities: Promise<Record<'own' | 'strange', CertificateAuthority>> | undefined
  #impostor: Promise<ServerCertificate> | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
  }

  /**
   * The scheme, host and port at which sessions are served in one way.
   *
   * @param path of a session; a session whose certificate changes has a server of its own
   * @throws the system's error when the port is taken
   */
  async origin(served: Served, path = ''): Promise<string> {
    const name = nameOf(served, path)
    const known = this.#servers.get(name) ?? this.#listen(served)
    this.#servers.set(name, known)
    return (await known).origin
  }

  /** Says whether the client of a session met the untrusted certificate that replaced the trusted one. */
  async metImpostor(path: string): Promise<boolean> {
    return (await this.#servers.get(nameOf('untrusted-later', path)))?.isMet ?? false
  }

  /** The PEM text of the authority that clients have to trust. */
  async authority(): Promise<string> {
    return (await this.#made()).own.caPem
  }

  /** Lets a session answer requests below a path from now on. */
  open(path: string, performance: Performer): void {
    this.#performances.set(path, performance)
  }

  async close(): Promise<void> {
    const servers = await Promise.allSettled(this.#servers.values())
    await Promise.all(servers.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
  }

  get #host(): string {
    return this.#options.listen.slice(0, this.#options.listen.lastIndexOf(':'))
  }

  async #listen(served: Served): Promise<ListeningServer> {
    const { listen, portBefore } = this.#options
    const tls = await this.#tls(served)
    const listenAt = (at: string): Promise<ListeningServer> => {
      const listening: Promise<ListeningServer> = listenOn(
        at,
        async (request, response) => this.#answer(request, response, served, await listening),
        tls,
      )
      return listening
    }
    if (served !== 'http') return listenAt(`${this.#host}:0`)
    if (portBefore === undefined || !listen.endsWith(':0')) return listenAt(listen)
    return listenAt(`${this.#host}:${portBefore}`).catch(() => listenAt(listen))
  }

  async #tls(served: Served): Promise<ServerOptions | undefined> {
    if (served === 'http' || served === 'elsewhere') return undefined
    const { own, strange } = await this.#made()
    const authority = served === 'untrusted' ? strange : own
    const names = served === 'other-host' ? [OTHER_HOST] : this.#names
    const but = served === 'self-signed' || served === 'expired' ? served : undefined
    const certified = await authority.certify(names, but)
    return { ...certified, ...(served === 'old-tls' ? OLD : { minVersion: 'TLSv1.2' }) }
  }

  /** The untrusted certificate that replaces the trusted one. */
  #ofAStranger(): Promise<ServerCertificate> {
    this.#impostor ??= this.#made().then(({ strange }) => strange.certify(this.#names))
    return this.#impostor
  }

  /** Host names and addresses at which sessions are reached. */
  get #names(): readonly string[] {
    return [...new Set(['localhost', '127.0.0.1', this.#host.replace(/^\[|\]$/g, '')])]
  }

  #made() {
    const make = this.#options.authority
    this.#authorities ??= Promise.all([make(), make()]).then(([own, strange]) => ({ own, strange }))
    return this.#authorities
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    served: Served,
    listening: ListeningServer,
  ): void {
    const arrivedMs = performance.now()
    response.on('error', () => undefined)
    request.on('error', () => undefined)
    const url = pathOf(request)
    const found = [...this.#performances].find(([path]) => url.startsWith(`${path}/`))
    if (found === undefined) {
      if (this.#options.outside?.(request, response) === true) return
      this.#nowhere(request, response, arrivedMs).catch(() => response.destroy())
      return
    }
    const [path, performed] = found
    const version = tlsVersionOf(request.socket)
    if (version !== undefined) performed.tlsVersions.add(version)
    const work = async () => {
      const read = await incoming(request, arrivedMs)
      const isAstray = served === 'elsewhere' || listening.isReplaced(request.socket)
      const answered = isAstray ? performed.stray : performed.handle
      await answered.call(performed, read, url.slice(path.length), async (outgoing) => {
        if (response.destroyed) return false
        if (served === 'untrusted-later' && performed.isTroubled) {
          listening.replace(await this.#ofAStranger())
          response.setHeader('connection', 'close')
        }
        if (outgoing === 'drop') request.socket.destroy()
        else if (outgoing.isCut === true) await writeHalf(response, outgoing.answer)
        else
          await write(
            response,
            outgoing.inGzip === true ? gzipped(outgoing.answer) : outgoing.answer,
            outgoing.inPieces,
          )
        return true
      })
    }
    work().catch(() => response.destroy())
  }

  /** Answers a request outside of all sessions; a session whose credentials it carries notes it. */
  async #nowhere(request: IncomingMessage, response: ServerResponse, arrivedMs: number): Promise<void> {
    const read = await incoming(request, arrivedMs)
    const owner = [...this.#performances.values()].find((one) => one.owns(read))
    if (owner === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.')
      return
    }
    await owner.misplaced(read, pathOf(request), async (outgoing) => {
      if (outgoing !== 'drop') await write(response, outgoing.answer, outgoing.inPieces)
    })
  }
}

/** The key of a server: each session whose certificate changes has a server of its own. */
const nameOf = (served: Served, path: string): string =>
  served === 'untrusted-later' ? `${served} ${path}` : served
