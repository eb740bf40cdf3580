import type { SessionStore } from '@fastify/session'
import { digestOf } from './digest.ts'

/** A session as it is kept, under the digest of its id: whoever reads the store cannot take it over. */
export interface KeptSession {
  readonly data: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** How long a session lasts after it was last changed. */
const SESSION_MS = 12 * 3_600_000
/** More are not kept; the one that ends first makes room. */
const MOST_SESSIONS = 5000

/** Calls a function when everything that was set so far is stored. */
export type Saved = (then: () => void) => void

/**
 * Keeps the sessions of visitors in a map. `now` is the time of day. No answer gives a session that is not stored: the plugin sets
 * it last, after all other hooks, and waits.
 */
export function sessionStore(
  kept: Map<string, KeptSession>,
  { now, saved }: { readonly now: () => number; readonly saved: Saved },
): SessionStore {
  const makeRoom = (): void => {
    const all = [...kept]
    if (all.length < MOST_SESSIONS) return
    const ended = all.filter(([, { until }]) => until <= now())
    const soonest = all.toSorted(([, one], [, other]) => one.until - other.until).slice(0, 1)
    for (const [key] of ended.length > 0 ? ended : soonest) kept.delete(key)
  }
  return {
    set(id, session, done) {
      const key = digestOf(id)
      if (!kept.has(key)) makeRoom()
      kept.set(key, { data: JSON.parse(JSON.stringify(session)), until: now() + SESSION_MS })
      saved(() => done())
    },
    get(id, done) {
      const key = digestOf(id)
      const session = kept.get(key)
      const isThere = session !== undefined && session.until > now()
      if (!isThere) kept.delete(key)
      done(null, isThere ? (session.data as unknown as Parameters<SessionStore['set']>[1]) : null)
    },
    destroy(id, done) {
      kept.delete(digestOf(id))
      done()
    },
  }
}
