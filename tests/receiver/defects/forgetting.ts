import type { Behaviour } from '../fake.ts'

/** The retries of one event may last this long. */
export const LAST_RETRY_MS = 315_000
const FIVE_MINUTES_MS = 300_000

/** @param isForgotten decides by the milliseconds since an id came first, and since it came last */
function forgetting(isForgotten: (firstMs: number, lastMs: number) => boolean): Partial<Behaviour> {
  const seen = new Map<string, { readonly first: number; last: number }>()
  return {
    knows(id) {
      const now = Date.now()
      const one = seen.get(id)
      if (one === undefined || isForgotten(now - one.first, now - one.last)) {
        seen.set(id, { first: now, last: now })
        return false
      }
      one.last = now
      return true
    },
  }
}

/** Empties its memory whenever a period is over. */
function emptying(periodMs: number): Partial<Behaviour> {
  const began = Date.now()
  let period = 0
  return {
    knows(id, { known }) {
      const now = Math.floor((Date.now() - began) / periodMs)
      if (now !== period) known.splice(0, known.length)
      period = now
      return known.includes(id)
    },
  }
}

/** Remembers the first ids, as many as it has room for. */
function remembering(most: number, keptMs: number): Partial<Behaviour> {
  const began = Date.now()
  return {
    knows(id, { known }) {
      if (Date.now() - began > keptMs) known.splice(0, Math.max(0, known.length - most))
      return known.includes(id)
    },
  }
}

/** Receivers whose memory ends before the retries of an event do, each with how long after its first delivery it is tried. */
export const forgettingDefects: Readonly<
  Record<string, { readonly changes: Partial<Behaviour>; readonly repeatsMs: number }>
> = {
  'forgets an event five minutes after it came': {
    changes: forgetting((first) => first > FIVE_MINUTES_MS),
    repeatsMs: LAST_RETRY_MS,
  },
  'forgets an event that did not come for five minutes': {
    changes: forgetting((_, last) => last > FIVE_MINUTES_MS),
    repeatsMs: LAST_RETRY_MS,
  },
  'forgets everything every five minutes': {
    changes: emptying(FIVE_MINUTES_MS),
    repeatsMs: LAST_RETRY_MS,
  },
  'keeps no more than two events of the last five minutes': {
    changes: remembering(2, FIVE_MINUTES_MS),
    repeatsMs: LAST_RETRY_MS,
  },
  'forgets an event ten seconds after it came': {
    changes: forgetting((first) => first > 10_000),
    repeatsMs: 12_000,
  },
}

/** Right receivers: the memory of these lasts as long as the retries of an event may. */
export const longMemories: Readonly<Record<string, Partial<Behaviour>>> = {
  'forgets an event a second after its last retry': forgetting((first) => first > LAST_RETRY_MS + 1000),
}
