import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RecordStore } from '../../../conformance/ports/records.ts'
import type { Clock } from '../clock.ts'
import { type ClockPosition, positionOf } from '../clock-start.ts'
import type { Keeping } from './keeping.ts'
import { keepIn } from './kept.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** A store for everything that a sandbox has to remember. */
export interface SandboxData {
  readonly store: RecordStore
  /** Called when something cannot be stored. No request is answered after that. */
  readonly failed: (error: unknown) => void
}

/** The memory of a sandbox that goes on where it was ended. */
export interface Memory {
  readonly keeping: Keeping
  /** How often it was started before. */
  readonly starts: number
  readonly clock: ClockPosition
  /** From now on the position of this clock is stored. */
  follow(clock: Clock): void
  /** The value that an earlier start made under this name, as long as it is good; otherwise a new one. */
  once<V>(name: string, make: () => V, isGood?: (value: V) => boolean): V
  /** Lets every answer of a server wait until what it tells is stored. */
  guard(server: FastifyInstance): void
  /** Stores what has changed, and closes the store. */
  close(): void
}

/** Reads what a store holds. */
export function remember({ store, failed }: SandboxData): Memory {
  const kept = keepIn(store, failed)
  const settings = kept.map<unknown>('settings', { secret: true })
  const starts = Number(settings.get('starts') ?? 0)
  settings.set('starts', starts + 1)
  const clock = (settings.get('clock') ?? {}) as ClockPosition
  return {
    keeping: kept,
    starts,
    clock,
    follow(followed) {
      let latest = ''
      kept.onSave(() => {
        const position = positionOf(followed)
        if (JSON.stringify(position) === latest) return
        latest = JSON.stringify(position)
        settings.set('clock', position)
      })
    },
    once<V>(name: string, make: () => V, isGood = (_: V) => true): V {
      const known = settings.get(name) as V | undefined
      const value = known !== undefined && isGood(known) ? known : make()
      settings.set(name, value)
      return value
    },
    guard(server) {
      const ends = new WeakMap<FastifyRequest, () => void>()
      server.addHook('onRequest', (request, reply, done) => {
        // A request that only reads changes nothing, and may be a stream that lasts for hours.
        if (!READS.has(request.method)) {
          const end = kept.begin()
          ends.set(request, end)
          reply.raw.once('close', end)
        }
        done()
      })
      server.addHook('onSend', (request, _reply, payload, done) => {
        ends.get(request)?.()
        void kept.saved(() => done(null, payload))
      })
    },
    close: () => kept.close(),
  }
}
