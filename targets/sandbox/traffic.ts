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
export interface Traffic {
  note(entry: TrafficEntry): void
  /** The latest first. */
  recent(): readonly TrafficEntry[]
}

const MOST_KEPT = 60

/** @param heard called with each of them at once */
export function createTraffic(heard: (entry: TrafficEntry) => void = () => undefined): Traffic {
  const kept: TrafficEntry[] = []
  return {
    note(entry) {
      kept.push(entry)
      if (kept.length > MOST_KEPT) kept.shift()
      heard(entry)
    },
    recent: () => kept.toReversed(),
  }
}

/** Notes every answer of a server. */
export function noteAnswers(
  server: FastifyInstance,
  kind: 'request' | 'control',
  { traffic, clock }: { readonly traffic: Traffic; readonly clock: Pick<Clock, 'now'> },
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?')
    const isDelivery = path.startsWith(ADDRESS_PATH)
    // Its sender notes a delivery.
    if (request.routeOptions.config.isPage !== true && !isDelivery)
      traffic.note({ kind, at: clock.now(), method: request.method, path, status: reply.statusCode })
    done()
  })
}
