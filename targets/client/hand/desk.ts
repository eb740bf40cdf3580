import type { Exchange } from '../../../conformance/exchange.ts'
import type { ClientRun, JourneyStep, SavedFile } from '../../../conformance/ports/client.ts'
import { isJourneyOver } from './journey-end.ts'
import { SessionVerdicts } from './session-verdicts.ts'

/** How long no request may come, after the end of a journey, until its session is done. */
const QUIET_MS = 15_000
const CHECK_MS = 500

/** How far a session is: not begun, going on, or done. */
export type SessionState = 'waits' | 'goes-on' | 'done'

/** A session as the page shows it. */
export interface SessionEntry {
  readonly name: string
  readonly scenario: string
  /** The situation. */
  readonly title: string
  /** Values to set in the client, by the names of the environment variables that a command would get. */
  readonly set: Readonly<Record<string, string>>
  /** Values that are the same for almost all sessions, at the address that they share. */
  readonly shared: Readonly<Record<string, string>>
  /** The values of this session at the shared address. */
  readonly staged: Readonly<Record<string, string>>
  readonly submission: unknown
  readonly requests: Exchange[]
  state: SessionState
  /** The end as people reported it: the result that their application shows, and whether it ended in order. */
  reported?: { readonly result: unknown; readonly inOrder: boolean }
  readonly files: Map<string, SavedFile>
  /** The reason why it is done. */
  ended?: string
}

export interface DeskOptions {
  readonly timeoutMs: number
  readonly journey: readonly JourneyStep[]
}

/** The sessions of a client that people drive. Each waits for people, and ends when they say so or when its requests show its end. */
export class Desk {
  readonly #options: DeskOptions
  readonly #entries = new Map<string, { readonly entry: SessionEntry; readonly end: (why: string) => void }>()
  #over: string | undefined
  #choice: string | undefined

  /** The verdicts on sessions that are done. */
  readonly verdicts: SessionVerdicts

  constructor(options: DeskOptions, judges: ConstructorParameters<typeof SessionVerdicts>[0]) {
    this.#options = options
    this.verdicts = new SessionVerdicts(judges)
  }

  get entries(): readonly SessionEntry[] {
    return [...this.#entries.values()].map(({ entry }) => entry)
  }

  /** The journey's steps that the client can take. */
  get journey(): readonly JourneyStep[] {
    return this.#options.journey
  }

  /** The session that requests to the shared address reach: the one that people chose, else the next that a certificate needs. */
  get chosen(): string | undefined {
    const open = this.#openEntries
    const next = open.find(({ name }) => name === this.#choice) ?? this.needed[0] ?? open[0]
    return next?.name
  }

  /** The sessions that are not done and that a certificate needs. */
  get needed(): readonly SessionEntry[] {
    const open = this.#openEntries
    const scenarios = this.verdicts.neededOf(open.map(({ scenario }) => scenario))
    return open.filter(({ scenario }) => scenarios.has(scenario))
  }

  get #openEntries(): readonly SessionEntry[] {
    return this.entries.filter(({ state }) => state !== 'done')
  }

  /** Chooses a session; false where there is none with that name that is not done. */
  choose(name: string): boolean {
    const isOpen = this.#entries.has(name) && this.entry(name)?.state !== 'done'
    if (isOpen) this.#choice = name
    return isOpen
  }

  /** Says why no session waits any more; undefined while sessions may wait. */
  get over(): string | undefined {
    return this.#over
  }

  /** Notes a request; the first request of a session sets the session going. */
  arrived(name: string, exchange: Exchange): void {
    const entry = this.#entries.get(name)?.entry
    if (entry === undefined) return
    entry.requests.push(exchange)
    if (entry.state === 'waits') entry.state = 'goes-on'
  }

  /** The session with a name; undefined where there is none. */
  entry(name: string): SessionEntry | undefined {
    return this.#entries.get(name)?.entry
  }

  /** Ends a session; false where there is none with that name. */
  done(name: string): boolean {
    const found = this.#entries.get(name)
    found?.end('you said so')
    return found !== undefined
  }

  /** Ends all sessions. */
  end(why: string): void {
    this.#over ??= why
    for (const { end } of this.#entries.values()) end(why)
  }

  /** Waits until people have driven it, and returns what is known about their client. */
  async drive(
    given: Omit<SessionEntry, 'requests' | 'state' | 'files' | 'reported' | 'ended'>,
  ): Promise<ClientRun> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const entry: SessionEntry = { ...given, requests: [], state: 'waits', files: new Map() }
    this.#entries.set(given.name, { entry, end: resolve })
    const began = performance.now()
    const timer = setInterval(() => {
      const why = this.#endOf(entry)
      if (why !== undefined) resolve(why)
    }, CHECK_MS)
    if (this.#over !== undefined) resolve(this.#over)
    entry.ended = await promise
    clearInterval(timer)
    entry.state = 'done'
    return {
      submission: given.submission,
      byHand: true,
      ...(entry.reported === undefined
        ? { end: { kind: 'by-hand' }, result: { kind: 'missing' } }
        : {
            end: { kind: 'exited', code: entry.reported.inOrder ? 0 : 1 },
            result: { kind: 'read', value: entry.reported.result },
          }),
      files: [...entry.files.values()],
      printedSecrets: [],
      printed: '',
      elapsedMs: Math.round(performance.now() - began),
    }
  }

  #endOf({ requests }: SessionEntry): string | undefined {
    const [first] = requests
    const last = requests.at(-1)
    if (first === undefined || last === undefined) return undefined
    const passed = performance.now() - this.#startOf(first)
    if (passed > this.#options.timeoutMs) return 'client.timeout is over'
    const quiet = passed - (last.targetMs - first.targetMs)
    return quiet > QUIET_MS && isJourneyOver(requests, this.#options.journey)
      ? 'its journey is over'
      : undefined
  }

  readonly #starts = new WeakMap<Exchange, number>()

  /** The moment at which a request was first checked, since its own time counts from the beginning of its session. */
  #startOf(exchange: Exchange): number {
    const known = this.#starts.get(exchange) ?? performance.now()
    this.#starts.set(exchange, known)
    return known
  }
}
