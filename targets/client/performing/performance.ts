import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { KeyMark, Session, TokenMark } from '../../../conformance/ports/client.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import type { IncomingRequest } from '../gateway/incoming.ts'
import type { PlatformAnswer, PlatformInstance } from '../platform-instance.ts'
import { takesGzip } from './accept-encoding.ts'
import { faultAnswer, redirectTo, refusedToken } from './fault-answer.ts'
import { Faults } from './faults.ts'
import { laidOut } from './layout.ts'
import { answerOf, bodyText, clientTokenRequest, keyMark, requestHeader } from './parts.ts'
import { platformPath, type RequestPlace, requestPlaceOf, type SessionEndpoint } from './place.ts'
import { TokenBook } from './tokens.ts'

export interface Performing {
  readonly session: Session
  readonly platform: PlatformInstance
  /** Scheme, host, port and path of this session, without a slash at the end. */
  readonly address: string
  /** The same path on another origin. */
  readonly elsewhere: string
  readonly endpoints: readonly SessionEndpoint[]
  readonly recorder: Recorder
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called with every token that is issued. */
  readonly learned: (secret: string) => void
  /** Called with every request, after its answer. */
  readonly arrived: (exchange: Exchange) => void
}

/** How a request ends: with an answer, whole or cut in the middle of its body, or with the connection closed. */
export type OutgoingAnswer =
  | {
      readonly answer: PlatformAnswer
      readonly inPieces: boolean
      readonly isCut?: boolean
      /** The body is compressed, since the request allows it. */
      readonly inGzip?: boolean
    }
  | 'drop'

/** One performance of a session, on one platform: answers what arrives, and keeps all of it. */
export class SessionPerformance {
  readonly #of: Performing
  readonly #faults: Faults
  readonly #tokens = new TokenBook()
  readonly #began = performance.now()
  readonly tlsVersions = new Set<string>()
  readonly #requests: Exchange[] = []
  readonly #strayed: Exchange[] = []
  /** Tokens that the next request with them finds revoked. */
  readonly #revoked = new Set<string>()

  constructor(of: Performing) {
    this.#of = of
    this.#faults = new Faults(of.session.faults ?? [])
  }

  /** Everything that reached the platform and was answered, in order of arrival. */
  get requests(): readonly Exchange[] {
    return this.#requests.toSorted((one, other) => one.targetMs - other.targetMs)
  }

  /** Says whether a request has met a fault. */
  get isTroubled(): boolean {
    return this.#faults.isMet
  }

  /** Everything that reached the other origin, or this one under an untrusted certificate. */
  get strayed(): readonly Exchange[] {
    return this.#strayed
  }

  /** The moment of its beginning, in milliseconds of this process. */
  get began(): number {
    return this.#began
  }

  /**
   * Answers a request to this session.
   *
   * @param path below the session's address
   * @param written sends the answer; resolves when that is done, to false where the client had closed the connection
   */
  async handle(
    request: IncomingRequest,
    path: string,
    written: (outgoing: OutgoingAnswer) => Promise<boolean>,
  ): Promise<void> {
    const place = requestPlaceOf(request.method, path, this.#of)
    const evidence = this.#begin(request, `${this.#of.address}${path}`, place)
    const outgoing = await this.#answer(request, path, place.operation)
    if (outgoing !== 'drop' && place.operation === 'token') this.#learn(outgoing.answer)
    const isWritten = await written(outgoing)
    this.#requests.push(this.#end(evidence, request, isWritten ? outgoing : 'drop'))
  }

  /** Notes a request that reached the other origin, or this one under an untrusted certificate. It is refused. */
  async stray(
    request: IncomingRequest,
    path: string,
    written: (outgoing: OutgoingAnswer) => Promise<unknown>,
  ): Promise<void> {
    const { elsewhere, address, session } = this.#of
    const reached = session.served === 'untrusted-later' ? address : elsewhere
    this.#strayed.push(await this.#refuse(request, `${reached}${path}`, written))
  }

  /** Says whether a token of this session, with its scheme, is valid at a moment. */
  accepts(authorization: string, atMs: number): boolean {
    return this.#mark(authorization, atMs) === 'own'
  }

  /**
   * Issues a token without a request of the client.
   *
   * @returns the value of an `Authorization` header
   */
  async grant({ isRevoked }: { readonly isRevoked: boolean }): Promise<string> {
    const { platform } = this.#of
    const value = `Bearer ${this.#learn(await platform.handle(clientTokenRequest(platform.credentials)))}`
    if (isRevoked) this.#revoked.add(value)
    return value
  }

  /** Says whether a request that belongs to no session carries credentials of this one. */
  owns(request: IncomingRequest): boolean {
    const { clientId, integrationKey } = this.#of.platform.credentials
    return (
      requestHeader(request, 'x-integration-key') === integrationKey ||
      Buffer.from(request.body).toString('latin1').includes(clientId)
    )
  }

  /** Notes a request with credentials of this session to an address outside of all sessions. */
  async misplaced(
    request: IncomingRequest,
    path: string,
    written: (outgoing: OutgoingAnswer) => Promise<unknown>,
  ): Promise<void> {
    const { origin } = new URL(this.#of.address)
    this.#requests.push(await this.#refuse(request, `${origin}${path}`, written))
  }

  async #refuse(
    request: IncomingRequest,
    url: string,
    written: (outgoing: OutgoingAnswer) => Promise<unknown>,
  ): Promise<Exchange> {
    const evidence = this.#begin(request, url, { operation: 'other' })
    const answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Not here.') }
    const outgoing = { answer, inPieces: false }
    await written(outgoing)
    return this.#end(evidence, request, outgoing)
  }

  async #answer(request: IncomingRequest, path: string, operation: Operation): Promise<OutgoingAnswer> {
    const { session, platform, elsewhere, now } = this.#of
    const layouts = session.layout ?? []
    const asLaidOut = (answer: PlatformAnswer) => laidOut(answer, layouts, { elsewhere, nowMs: now() })
    const fault = this.#faults.next(operation)
    const inPieces = layouts.includes('pieces')
    const authorization = requestHeader(request, 'authorization')
    const headers: Record<string, string> = Object.fromEntries(
      request.headers.filter(
        ([name]) => !/^(host|connection|content-length|transfer-encoding|expect)$/.test(name),
      ),
    )
    const sent = { method: request.method, path: platformPath(path, session), headers, body: request.body }
    const served = () => platform.handle(sent)
    const isRevoked = fault?.kind === 'revoke'
    if (isRevoked || this.#revoked.delete(authorization ?? '')) this.#tokens.refuse(authorization)
    if (operation !== 'token' && this.#mark(authorization, request.arrivedMs) === 'refused')
      return { answer: asLaidOut(refusedToken(isRevoked ? fault.body : 'json')), inPieces }
    if (fault?.kind === 'redirect')
      return { answer: redirectTo(fault.status, `${elsewhere}${path}`), inPieces }
    if (fault !== undefined && 'taken' in fault) await served()
    if (fault?.kind === 'drop') return 'drop'
    if (fault?.kind === 'answer') return { answer: asLaidOut(faultAnswer(fault, now())), inPieces }
    const answer = asLaidOut(await served())
    if (fault?.kind === 'late') await pause(fault.ms, undefined, { ref: false })
    const inGzip = layouts.includes('compressed') && takesGzip(requestHeader(request, 'accept-encoding'))
    return { answer, inPieces, isCut: fault?.kind === 'cut', inGzip }
  }

  #mark(authorization: string | undefined, atMs: number): TokenMark {
    return this.#tokens.mark(authorization, atMs - this.#began)
  }

  #learn({ status, body }: PlatformAnswer): string | undefined {
    if (status !== 200) return undefined
    const token = this.#tokens.note(
      JSON.parse(Buffer.from(body).toString('utf8')),
      performance.now() - this.#began,
    )
    if (token !== undefined) this.#of.learned(token)
    return token
  }

  #begin(request: IncomingRequest, url: string, place: RequestPlace): Begun {
    const key = requestHeader(request, 'x-integration-key')
    return {
      entry: this.#of.recorder.begin(),
      url,
      place,
      startedAt: this.#of.now() - (performance.now() - request.arrivedMs),
      credentials: {
        token: this.#mark(requestHeader(request, 'authorization'), request.arrivedMs),
        key: keyMark(key, this.#of.platform.credentials.integrationKey),
      },
    }
  }

  #end(
    { entry, url, place, startedAt, credentials }: Begun,
    request: IncomingRequest,
    outgoing: OutgoingAnswer,
  ): Exchange {
    const { method, headers, body } = request
    const type = requestHeader(request, 'content-type')
    const exchange: Exchange = {
      id: entry.id,
      ...place,
      request: {
        ...{ method, url, headers, credentials },
        ...(body.length > 0 && { body: bodyText(body, type) }),
      },
      ...(outgoing === 'drop' || outgoing.isCut === true
        ? { failure: { kind: 'reset', message: 'the simulated platform closed the connection' } as const }
        : { answer: answerOf(outgoing.answer) }),
      startedAt: Math.round(startedAt),
      elapsedMs: performance.now() - request.arrivedMs,
      targetMs: request.arrivedMs - this.#began,
    }
    const ended = entry.end(exchange)
    this.#of.arrived(ended)
    return ended
  }
}

/** The part of an exchange that is known before the answer. */
interface Begun {
  readonly entry: ReturnType<Recorder['begin']>
  readonly url: string
  readonly place: RequestPlace
  readonly startedAt: number
  readonly credentials: { readonly token: TokenMark; readonly key: KeyMark }
}
