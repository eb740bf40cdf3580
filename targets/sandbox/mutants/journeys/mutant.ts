import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Call } from '../../http/answer.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'

/** A platform with a defect that no request shows by itself: it takes several, in the right order. */
export interface JourneyMutant {
  readonly id: string
  /** What it does wrong. */
  readonly says: string
  /** Requirements that have to fail. */
  readonly kills: readonly string[]
  /** @param behaviour what it would do otherwise */
  change(behaviour: Behaviour): BehaviourChanges
}

/** The quote that a request names. */
export const quoteOf = ({ id }: Call, { quotes }: Platform): Quote | undefined => quotes.get(id.toLowerCase())
