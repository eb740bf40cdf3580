import type { Exchange } from '../../../conformance/exchange.ts'
import type { Meantime } from '../../../model/access/standing.ts'
import { endOf, GRAIN_MS } from './timeline.ts'

export function meantimeOf(one: Exchange): Meantime {
  const { suiteMs, targetMs } = endOf(one)
  return {
    from: { suiteMs: one.startedAt, targetMs: one.targetMs },
    to: { suiteMs: Math.max(one.startedAt, suiteMs - GRAIN_MS), targetMs },
  }
}

/** Says whether a request was over when another one began. */
export const isOverBefore = (one: Exchange, other: Exchange): boolean =>
  meantimeOf(one).to.suiteMs <= other.startedAt
