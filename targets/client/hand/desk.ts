import type { Exchange } from '../../../conformance/exchange.ts'
import type { ClientRun, JourneyStep, SavedFile } from '../../../conformance/ports/client.ts'
import { isOver } from './journey-end.ts'

/** How long nothing may come, after the end of a journey, until its play is done. */
const QUIET_MS = 15_000
const LOOK_MS = 500

/** How far a play has come. */
export type PlayState = 'waits' | 'goes-on' | 'done'

/** A play as people see it. */
export interface Entry {
  readonly name: string
  /** The situation. */
  readonly title: string
  /** Values that the client has to be given, by the names of the environment variables that a command would get. */
  readonly set: Readonly<Record<string, string>>
  readonly submission: unknown
  readonly requests: Exchange[]
  state: PlayState
  /** The end as people tell it: the result that their application shows, and whether it went on in order. */
  told?: { readonly result: unknown; readonly inOrder: boolean }
  readonly files: Map<string, SavedFile>
  /** Why it is done. */
  ended?: string
}

export interface DeskOptions {
  readonly timeoutMs: number
  readonly journey: readonly JourneyStep[]
}

/** The plays of a client that people drive: each waits for them, and ends when they or its requests say so. */
export class Desk {
  readonly #options: DeskOptions
  readonly #entries = new Map<string, { readonly entry: Entry; readonly end: (why: string) => void }>()
  #over: string | undefined

  constructor(options: DeskOptions) {
    this.#options = options
  }

  get entries(): readonly Entry[] {
    return [...this.#entries.values()].map(({ entry }) => entry)
  }

  /** The steps that the client can take. */
  get journey(): readonly JourneyStep[] {
    return this.#options.journey
  }

  /** Why no play waits any more; undefined while some may. */
  get over(): string | undefined {
    return this.#over
  }

  /** Notes a request; a play that had none goes on from now. */
  arrived(name: string, exchange: Exchange): void {
    const entry = this.#entries.get(name)?.entry
    if (entry === undefined) return
    entry.requests.push(exchange)
    if (entry.state === 'waits') entry.state = 'goes-on'
  }

  /** The play of a name; undefined where there is none. */
  entry(name: string): Entry | undefined {
    return this.#entries.get(name)?.entry
  }

  /** Ends a play; false where there is none of that name. */
  done(name: string): boolean {
    const found = this.#entries.get(name)
    found?.end('you said so')
    return found !== undefined
  }

  /** Ends all plays. */
  end(why: string): void {
    this.#over ??= why
    for (const { end } of this.#entries.values()) end(why)
  }

  /** Waits for people to play, and returns what is known of their client. */
  async play(given: Pick<Entry, 'name' | 'title' | 'set' | 'submission'>): Promise<ClientRun> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const entry: Entry = { ...given, requests: [], state: 'waits', files: new Map() }
    this.#entries.set(given.name, { entry, end: resolve })
    const began = performance.now()
    const looking = setInterval(() => {
      const why = this.#endOf(entry)
      if (why !== undefined) resolve(why)
    }, LOOK_MS)
    if (this.#over !== undefined) resolve(this.#over)
    entry.ended = await promise
    clearInterval(looking)
    entry.state = 'done'
    return {
      submission: given.submission,
      byHand: true,
      ...(entry.told === undefined
        ? { end: { kind: 'by-hand' }, result: { kind: 'missing' } }
        : {
            end: { kind: 'exited', code: entry.told.inOrder ? 0 : 1 },
            result: { kind: 'read', value: entry.told.result },
          }),
      files: [...entry.files.values()],
      printedSecrets: [],
      printed: '',
      elapsedMs: Math.round(performance.now() - began),
    }
  }

  #endOf({ requests }: Entry): string | undefined {
    const [first] = requests
    const last = requests.at(-1)
    if (first === undefined || last === undefined) return undefined
    const passed = performance.now() - this.#startOf(first)
    if (passed > this.#options.timeoutMs) return 'client.timeout is over'
    const quiet = passed - (last.targetMs - first.targetMs)
    return quiet > QUIET_MS && isOver(requests, this.#options.journey) ? 'its journey is over' : undefined
  }

  readonly #starts = new WeakMap<Exchange, number>()

  /** When a request was first looked at: its own time counts from the beginning of its play. */
  #startOf(exchange: Exchange): number {
    const known = this.#starts.get(exchange) ?? performance.now()
    this.#starts.set(exchange, known)
    return known
  }
}
