/** A moment on both clocks, in milliseconds: on the suite's, and as far as the target's is known to have gone. */
export interface Instant {
  readonly suiteMs: number
  readonly targetMs: number
}

/** A request or an action, from its begin to its end. The target took it somewhere in between. */
export interface Meantime {
  readonly from: Instant
  readonly to: Instant
}

/** The only right answers to a credential: `good` is let in, `refused` is not, and `open` leaves both. */
export type Standing = 'good' | 'refused' | 'open'

/** A token as far as its lifetime depends on it. */
export interface TokenLife {
  /** How long it lives, in milliseconds. */
  readonly lifetimeMs: number
  /** The request that was granted it, the last one where there were several. */
  readonly granted: Meantime
  /** The last request that may have been granted the same token, which begins its lifetime anew. */
  readonly prolonged: Meantime
  /** Its account was closed since the grant, which may have ended it (R36). */
  readonly mayBeEnded: boolean
}

/** Tokens carry times in whole seconds, and a platform may take the two times in two places. */
const ROUNDED_MS = { early: 5_000, late: 9_000 } as const

/**
 * The target's time between two things, in milliseconds. A clock that is moved may stand still between its moves, or also run on by
 * itself: so it is known between two bounds.
 */
export function timeBetween(
  since: Meantime,
  until: Meantime,
): { readonly least: number; readonly most: number } {
  const least = until.from.targetMs - since.to.targetMs
  const moved = until.to.targetMs - since.from.targetMs
  return { least, most: moved + until.to.suiteMs - since.from.suiteMs }
}

/** Says whether a token must be let in at its use, must be refused, or may be either (5.rule.4, 5.rule.5, 8). */
export function standingOfToken(life: TokenLife, use: Meantime): Standing {
  const { lifetimeMs, granted, prolonged, mayBeEnded } = life
  if (timeBetween(granted, use).most <= lifetimeMs - ROUNDED_MS.early) return mayBeEnded ? 'open' : 'good'
  return timeBetween(prolonged, use).least >= lifetimeMs + ROUNDED_MS.late ? 'refused' : 'open'
}

/** Of two credentials of one request, each of which can spoil it. */
export const standingTogether = (one: Standing, other: Standing): Standing =>
  [one, other].includes('refused') ? 'refused' : one === 'good' ? other : one
