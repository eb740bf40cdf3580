import { setTimeout as pause } from 'node:timers/promises'
import { type Barrier, Connection, type Patience, type Sent } from './connection.ts'
import type { Outgoing } from './framing.ts'

export interface DeliverySenderOptions {
  readonly url: string
  /** PEM text of authorities that are trusted instead of the machine's. */
  readonly ca?: string
}

/** How long requests wait to be released together: a receiver's backlog may not take all of them. */
const GATHER_MS = 1500
/** Time for the receiver to read, so that only the last bytes are missing. */
const READ_MS = 20
const SETTLE_MS = 50

/** Posts requests to one address, with the framing that each asks for. */
export class DeliverySender {
  readonly #url: URL
  readonly #ca: string | undefined
  readonly #open = new Set<Connection>()

  constructor({ url, ca }: DeliverySenderOptions) {
    this.#url = new URL(url)
    this.#ca = ca
  }

  /** Sends one request on a connection of its own, which is closed afterwards. */
  post(request: Omit<Outgoing, 'path' | 'host'>, patience: Patience, barrier?: Barrier): Promise<Sent> {
    return this.#on(async (connection) => connection.post(this.#whole(request), patience, barrier))
  }

  /**
   * Sends all requests in parallel without the last byte of each. It sends the last bytes when all other bytes have been sent, or
   * after a second and a half.
   */
  async postTogether(
    requests: readonly Omit<Outgoing, 'path' | 'host'>[],
    patience: Patience,
  ): Promise<readonly Sent[]> {
    const opening = Promise.withResolvers<void>()
    const all = requests.map(() => Promise.withResolvers<void>())
    const timer = setTimeout(opening.resolve, GATHER_MS)
    void Promise.all(all.map(({ promise }) => promise)).then(() => setTimeout(opening.resolve, READ_MS))
    try {
      return await Promise.all(
        requests.map((request, index) =>
          this.post(request, patience, { arrived: () => all[index]?.resolve(), opened: opening.promise }),
        ),
      )
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Sends one request after the other over one connection, and opens another where the receiver has closed it. A request is sent
   * again where the receiver may have closed the connection just before.
   *
   * @param dropped receives the place of such a request and what came of it at first
   */
  async postOverOne(
    requests: readonly Omit<Outgoing, 'path' | 'host'>[],
    patience: Patience,
    dropped: (place: number, first: Sent) => void = () => undefined,
  ): Promise<readonly Sent[]> {
    const sent: Sent[] = []
    while (sent.length < requests.length) {
      await this.#on(async (connection) => {
        for (let isFirst = true; isFirst || connection.isOpen; isFirst = false) {
          const request = requests[sent.length]
          if (request === undefined) return
          const one = await connection.post(this.#whole({ ...request, keeps: true }), patience)
          if (!isFirst && one.failure?.kind === 'reset') return dropped(sent.length, one)
          sent.push(one)
        }
      })
    }
    return sent
  }

  /** Sends one request, and another over a second connection while the first one is idle. */
  async postBesideIdle(
    first: Omit<Outgoing, 'path' | 'host'>,
    second: Omit<Outgoing, 'path' | 'host'>,
    patience: Patience,
  ): Promise<{ readonly isIdle: boolean; readonly first: Sent; readonly second: Sent }> {
    return this.#on(async (connection) => {
      const before = await connection.post(this.#whole({ ...first, keeps: true }), patience)
      // A receiver that closes the connection does so with its answer or right after it.
      await pause(SETTLE_MS)
      const { isOpen: isIdle } = connection
      return { isIdle, first: before, second: await this.post(second, patience) }
    })
  }

  /** Cuts every connection. */
  close(): void {
    for (const connection of this.#open) connection.close()
  }

  #whole(request: Omit<Outgoing, 'path' | 'host'>): Outgoing {
    return { ...request, path: `${this.#url.pathname}${this.#url.search}`, host: this.#url.host }
  }

  async #on<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = new Connection(this.#url, this.#ca)
    this.#open.add(connection)
    try {
      return await use(connection)
    } finally {
      connection.close()
      this.#open.delete(connection)
    }
  }
}
