import { type Meantime, type Standing, timeBetween } from './standing.ts'

/** An integration key as far as its use depends on it. */
export interface KeyLife {
  /** It was let in often, or so much time has passed that it must have become known everywhere. */
  readonly hasArrived: boolean
  /** The action that put another key into its slot. */
  readonly replaced?: { readonly during: Meantime; readonly isSure: boolean }
  /** Its account was not active meanwhile, and since then none of its keys was let in: it may have lost them. */
  readonly mayBeLost: boolean
}

/** The longest time for which a replaced key may go on working, in milliseconds (R36). */
const OUTLIVES_MS = 86_400_000

/** Says whether a key must be let in at its use, must be refused, or may be either (2.6, 5.rule.6, R22, R36). */
export function standingOfKey({ hasArrived, replaced, mayBeLost }: KeyLife, use: Meantime): Standing {
  if (replaced !== undefined && replaced.during.from.suiteMs <= use.to.suiteMs)
    return replaced.isSure && timeBetween(replaced.during, use).least > OUTLIVES_MS ? 'refused' : 'open'
  return hasArrived && !mayBeLost ? 'good' : 'open'
}
