import type { Exchange } from '../../../conformance/exchange.ts'
import type { Session } from '../../../conformance/ports/client.ts'
import type { Performer } from '../gateway/gateway.ts'
import type { IncomingRequest } from '../gateway/incoming.ts'
import { requestHeader } from '../performing/parts.ts'
import type { OutgoingAnswer, SessionPerformance } from '../performing/performance.ts'
import type { GivenCredentials } from '../platform-instance.ts'

interface Staged {
  readonly session: Session
  readonly performed: SessionPerformance
  readonly own: GivenCredentials
  /** Tokens of earlier sessions by those of this session that stand for them. */
  readonly tokens: Map<string, string>
}

/**
 * The address and the credentials that all sessions of a client share, so that people set them once. A request there reaches the session
 * that is chosen. It is changed as if it had been sent to that session's own address, with that session's own credentials.
 */
export class Stage implements Performer {
  readonly credentials: GivenCredentials
  readonly tlsVersions = new Set<string>()
  readonly isTroubled = false
  readonly #sessions = new Map<string, Staged>()
  /** By a quote in a path: the session that it belongs to. */
  readonly #quotes = new Map<string, string>()
  readonly #chosen: () => string | undefined

  /** @param chosen the name of the session that is open now */
  constructor(credentials: GivenCredentials, chosen: () => string | undefined) {
    this.credentials = credentials
    this.#chosen = chosen
  }

  add(name: string, staged: Omit<Staged, 'tokens'>): void {
    this.#sessions.set(name, { ...staged, tokens: new Map() })
  }

  /** Notes a request that a session answered. */
  arrived(name: string, { quoteId }: Exchange): void {
    if (quoteId !== undefined && !this.#quotes.has(quoteId)) this.#quotes.set(quoteId, name)
  }

  async handle(
    request: IncomingRequest,
    path: string,
    written: (outgoing: OutgoingAnswer) => Promise<boolean>,
  ): Promise<void> {
    const staged = this.#sessionOf(path)
    if (staged === undefined) await written(NOTHING)
    else await staged.performed.handle(await this.#asOwn(request, staged), path, written)
  }

  async stray(...given: Parameters<SessionPerformance['stray']>): Promise<void> {
    await this.#sessionOf(given[1])?.performed.stray(...given)
  }

  owns(request: IncomingRequest): boolean {
    const { clientId, integrationKey } = this.credentials
    return (
      requestHeader(request, 'x-integration-key') === integrationKey ||
      Buffer.from(request.body).toString('latin1').includes(clientId)
    )
  }

  async misplaced(...given: Parameters<SessionPerformance['misplaced']>): Promise<void> {
    await this.#sessionOf(given[1])?.performed.misplaced(...given)
  }

  /** A client may still ask for the quote of an earlier session: that is no request of the one that is open now. */
  #sessionOf(path: string): Staged | undefined {
    const [id = ''] = UUID.exec(path) ?? []
    return this.#sessions.get(this.#quotes.get(id) ?? this.#chosen() ?? '')
  }

  async #asOwn(request: IncomingRequest, staged: Staged): Promise<IncomingRequest> {
    const { session, own } = staged
    const token = await this.#tokenFor(request, staged)
    const pairs = hasOwnCredentials(session)
      ? []
      : [
          [this.credentials.clientId, own.clientId],
          [this.credentials.clientSecret, own.clientSecret],
        ]
    // Neither of them has a character that a form escapes.
    const text = Buffer.from(request.body).toString('latin1')
    const changed = pairs.reduce((body, [shared = '', mine = '']) => body.replaceAll(shared, mine), text)
    return {
      ...request,
      body: changed === text ? request.body : Buffer.from(changed, 'latin1'),
      headers: request.headers.map(([name, value]) => {
        if (name === 'authorization') return [name, token ?? value]
        const isKey = name === 'x-integration-key' && value === this.credentials.integrationKey
        return [name, isKey && !hasOwnCredentials(session) ? own.integrationKey : value]
      }),
    }
  }

  /** A client keeps its token for its lifetime, whichever session is chosen: the session gives one of its own for it. */
  async #tokenFor(
    request: IncomingRequest,
    { session, performed, tokens }: Staged,
  ): Promise<string | undefined> {
    const given = requestHeader(request, 'authorization')
    if (given === undefined || performed.accepts(given, request.arrivedMs)) return given
    const others = [...this.#sessions.values()].filter((one) => one.performed !== performed)
    if (!others.some((one) => one.performed.accepts(given, request.arrivedMs))) return given
    const known = tokens.get(given)
    if (known !== undefined) return known
    const token = await performed.grant({ isRevoked: beginsWithoutToken(session) })
    tokens.set(given, token)
    return token
  }
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

const NOTHING: OutgoingAnswer = {
  answer: {
    status: 404,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from('No session is chosen: all of them are done.'),
  },
  inPieces: false,
}

/** True for a session about the form of its credentials, which no others can stand for. */
export const hasOwnCredentials = ({ platform }: Session): boolean => platform?.secretSuffix !== undefined

/** True for a session about tokens: there a token of an earlier session is no longer valid, so that the client asks for another. */
const beginsWithoutToken = (session: Session): boolean => {
  const { platform, faults = [] } = session
  return (
    hasOwnCredentials(session) ||
    platform?.tokenSeconds !== undefined ||
    platform?.longTokens === true ||
    faults.some(({ on }) => on === 'token')
  )
}
