import type { FastifyInstance } from 'fastify'
import { ADDRESS_PATH } from '../../conformance/ports/relay.ts'
import type { Clock } from './clock.ts'

/** A request to the sandbox, or an attempt to deliver an event, after its end. */
export type TrafficEntry =
  | {
      readonly kind: 'request' | 'control'
      /** Milliseconds since the epoch, by the sandbox's clock. */
      readonly at: number
      readonly method: string
      /** Path without its query. */
      readonly path: string
      readonly status: number
    }
  | {
      readonly kind: 'delivery'
      readonly at: number
      readonly event: string
      readonly eventId: string
      readonly url: string
      /** Counted from 1. */
      readonly attempt: number
      /** Status of the answer, or why there was none. */
      readonly outcome: string
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a page for people, which is no traffic of the sandbox. */
    readonly isPage?: true
  }
}

/** The latest requests and deliveries, for people who check the pages. */
export interface TrafficLog {
  note(entry: TrafficEntry): void
  /** The latest first. */
  recent(): readonly TrafficEntry[]
  /** How many were noted so far. */
  readonly noted: number
  /** Grows whenever something may have changed; open pages ask for it often, so they need not read any record. */
  readonly changes: number
  /** Says that something may have changed. */
  changed(): void
}

const MOST_KEPT = 60

/** @param heard called with each of them at once */
export function createTraffic(heard: (entry: TrafficEntry) => void = () => undefined): TrafficLog {
  const kept: TrafficEntry[] = []
  let [noted, changes] = [0, 0]
  return {
    get noted() {
      return noted
    },
    get changes() {
      return changes
    },
    changed() {
      changes += 1
    },
    note(entry) {
      noted += 1
      if (entry.kind === 'delivery') changes += 1
      kept.push(entry)
      if (kept.length > MOST_KEPT) kept.shift()
      heard(entry)
    },
    recent: () => kept.toReversed(),
  }
}

/** A clock each of whose timers may change something. */
export const noteTimers = <C extends Clock>(clock: C, { changed }: TrafficLog): C => ({
  ...clock,
  schedule: (delayMs, work) =>
    clock.schedule(delayMs, () => {
      const done = work()
      changed()
      return done?.finally(changed)
    }),
})

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Notes every answer of a server. */
export function noteAnswers(
  server: FastifyInstance,
  kind: 'request' | 'control',
  { traffic, clock }: { readonly traffic: TrafficLog; readonly clock: Pick<Clock, 'now'> },
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?')
    const isDelivery = path.startsWith(ADDRESS_PATH)
    if (!READS.has(request.method)) traffic.changed()
    // Its sender notes a delivery.
    if (request.routeOptions.config.isPage !== true && !isDelivery)
      traffic.note({ kind, at: clock.now(), method: request.method, path, status: reply.statusCode })
    done()
  })
}
