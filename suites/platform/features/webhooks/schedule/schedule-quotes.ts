import type { Incoming, ScriptScope } from '../../../../../conformance/ports/webhooks.ts'
import type { EventType } from '../../../../../spec/delivery.ts'
import { COPY_MS } from '../../../vocabulary/attempts/copies.ts'
import { speaksOf, typeOf, withAttempts } from '../../../vocabulary/events/event.ts'
import type { SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'

/**
 * The named quotes of one schedule, so that an endpoint can refuse the events of some and accept those of others. They are
 * made one at a time: an event about an unknown quote is taken to be about the one that is being made.
 */
export interface ScheduleQuotes {
  make(name: string, create: () => Promise<SubmittedQuote>): Promise<SubmittedQuote>
  /** Says whether a delivery is an event of this type about the quote with this name. */
  isAbout(name: string, type: EventType, delivery: Incoming): boolean
  /** Scope of a script: `quote.created` of these quotes. It counts attempts for each event separately, without copies. */
  named(...names: readonly string[]): ScriptScope
  /** The same for another event type. */
  telling(type: EventType, ...names: readonly string[]): ScriptScope
}

export function scheduleQuotes(): ScheduleQuotes {
  const known = new Map<string, SubmittedQuote>()
  let making: string | undefined
  let last: Promise<unknown> = Promise.resolve()

  const make = async (name: string, create: () => Promise<SubmittedQuote>): Promise<SubmittedQuote> => {
    making = name
    try {
      const quote = await create()
      known.set(name, quote)
      return quote
    } finally {
      making = undefined
    }
  }

  /** By the type of an event and the name of a quote: whether a delivery is an attempt at it. Asked for each arrival at each step. */
  const matchers = new Map<EventType, Map<string, (delivery: Incoming) => boolean>>()
  /** The names of deliveries, or the number of quotes that were known when one was about none of them. */
  const named = new WeakMap<Incoming, string | number>()
  const nameOf = (delivery: Incoming): string | undefined => {
    const before = named.get(delivery)
    if (typeof before === 'string') return before
    if (before === known.size) return undefined
    const [name] = [...known].find(([, quote]) => speaksOf(delivery, quote)) ?? []
    named.set(delivery, name ?? known.size)
    return name
  }
  /** A guess, which is not remembered: it may be about a quote of others. */
  const isOfTheNext = (delivery: Incoming, name: string): boolean =>
    making === name && nameOf(delivery) === undefined
  const attemptsAt = (name: string, type: EventType) => {
    const ofType = matchers.get(type) ?? new Map<string, (delivery: Incoming) => boolean>()
    const before = ofType.get(name)
    if (before !== undefined) return before
    const own = withAttempts((delivery) => typeOf(delivery) === type && nameOf(delivery) === name)
    matchers.set(type, ofType.set(name, own))
    return own
  }
  const isAbout: ScheduleQuotes['isAbout'] = (name, type, delivery) =>
    attemptsAt(name, type)(delivery) || (typeOf(delivery) === type && isOfTheNext(delivery, name))

  const telling: ScheduleQuotes['telling'] = (type, ...names) => ({
    concerns: (delivery) => names.some((name) => isAbout(name, type, delivery)),
    per: (delivery) => names.find((name) => isAbout(name, type, delivery)) ?? '',
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
