import { found, Refusal, textOf } from '../office/refusal.ts'
import type { Action } from './action.ts'

/** Ends a manual review. */
export const review =
  (to: 'ready_to_bind' | 'declined'): Action =>
  (given, platform) => {
    const id = textOf(given, 'quote_id')
    const quote = found(platform.quotes.get(id.toLowerCase()), `there is no quote ${id}`)
    if (!platform.behaviour.lifecycle.review(quote, to, platform))
      throw new Refusal('conflict', `the quote is in ${quote.status} and awaits no review`)
    return { quote_id: quote.id, quote_status: quote.status }
  }

/** Holds the end of rating or of binds, or releases what was held. */
export const gate =
  (name: 'rating' | 'issue', change: 'hold' | 'release'): Action =>
  (_given, platform) => {
    platform[name][change]()
    return { done: true }
  }
