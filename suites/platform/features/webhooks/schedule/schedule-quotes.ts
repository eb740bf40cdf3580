import type { Incoming, ScriptScope } from '../../../../../conformance/ports/webhooks.ts'
import type { EventType } from '../../../../../spec/delivery.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { eventIdOf, speaksOf, typeOf } from '../event.ts'
import { COPY_MS } from './copies.ts'

/**
 * The named quotes of one schedule, so that an endpoint can refuse the events of some and accept those of others. They are
 * made one at a time: an event about an unknown quote is taken to be about the one that is being made.
 */
export interface ScheduleQuotes {
  make(name: string, create: () => Promise<Quote>): Promise<Quote>
  /** Says whether a delivery is an event of this type about the quote with this name. */
  isAbout(name: string, type: EventType, delivery: Incoming): boolean
  /** Scope of a script: `quote.created` of these quotes. It counts attempts for each event separately, without copies. */
  named(...names: readonly string[]): ScriptScope
  /** The same for another event type. */
  telling(type: EventType, ...names: readonly string[]): ScriptScope
}

export function scheduleQuotes(): ScheduleQuotes {
  const known = new Map<string, Quote>()
  let making: string | undefined
  let last: Promise<unknown> = Promise.resolve()

  const make = async (name: string, create: () => Promise<Quote>): Promise<Quote> => {
    making = name
    try {
      const quote = await create()
      known.set(name, quote)
      return quote
    } finally {
      making = undefined
    }
  }

  /** Names of quotes, by the type and Event-ID of an event about them: a later attempt may lack what tells the quote. */
  const told = new Map<string, string>()
  const nameOf = (delivery: Incoming, type: EventType): string | undefined => {
    const key = `${type} ${eventIdOf(delivery)}`
    const before = told.get(key)
    if (before !== undefined || typeOf(delivery) !== type) return before
    for (const [name, quote] of known)
      if (speaksOf(delivery, quote)) {
        if (eventIdOf(delivery) !== undefined) told.set(key, name)
        return name
      }
    return making
  }
  const isAbout: ScheduleQuotes['isAbout'] = (name, type, delivery) => nameOf(delivery, type) === name

  const telling: ScheduleQuotes['telling'] = (type, ...names) => ({
    concerns: (delivery) => names.some((name) => isAbout(name, type, delivery)),
    per: (delivery) => nameOf(delivery, type) ?? '',
    copyMs: COPY_MS,
  })

  return {
    make(name, create) {
      const made = last.then(() => make(name, create))
      last = made.catch(() => undefined)
      return made
    },
    isAbout,
    telling,
    named: (...names) => telling('quote.created', ...names),
  }
}
