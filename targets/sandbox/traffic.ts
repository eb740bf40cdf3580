import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'

/** A request to the sandbox, or an attempt of its own to deliver an event, once it is over. */
export type Happening =
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
      /** From 1. */
      readonly attempt: number
      /** Status of the answer, or why there was none. */
      readonly outcome: string
    }

/** The latest that passed, for those who look at a sandbox. */
export interface Traffic {
  note(happening: Happening): void
  /** The latest first. */
  recent(): readonly Happening[]
}

const MOST_KEPT = 60

/** @param heard is told of each at once */
export function createTraffic(heard: (happening: Happening) => void = () => undefined): Traffic {
  const kept: Happening[] = []
  return {
    note(happening) {
      kept.push(happening)
      if (kept.length > MOST_KEPT) kept.shift()
      heard(happening)
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
    // Whoever looks at the page is no part of what passes.
    if (path !== '/')
      traffic.note({ kind, at: clock.now(), method: request.method, path, status: reply.statusCode })
    done()
  })
}
