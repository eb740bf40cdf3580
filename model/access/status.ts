import type { Meantime } from './standing.ts'

/** An action that brings something into a status: carried out, refused, or of an unknown end. */
export interface StatusChange<S> {
  readonly to: S
  readonly during: Meantime
  readonly end: 'done' | 'refused' | 'unknown'
}

/**
 * The status that something has for certain while a request is under way; undefined where it may have several. An action takes effect at
 * once (5.rule.4). A refusal keeps the status, and where that is what was asked for, it is known then.
 *
 * @param first the status before all changes
 * @param changes in the order in which they began
 */
export function statusAt<S>(first: S, changes: readonly StatusChange<S>[], use: Meantime): S | undefined {
  let status: S | undefined = first
  for (const { to, during, end } of changes) {
    if (during.from.suiteMs > use.to.suiteMs) break
    const isOver = during.to.suiteMs <= use.from.suiteMs
    if (status !== to || !isOver) status = end === 'done' && isOver ? to : undefined
  }
  return status
}
