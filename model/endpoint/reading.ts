import type { BreakerRule, BreakerSighting, CountedFailures } from './entries.ts'

/** The sightings of each endpoint, by one reading. */
export type SeenBreakers = readonly (readonly BreakerSighting[])[]

/**
 * The reading that a target has taken: the only one that fits, if there is one. Otherwise several endpoints decide. An endpoint that is disabled before any event can have failed for good speaks for attempts. One that is
 * enabled after twice as many failed attempts as disable it speaks for events.
 */
export function readingOf(
  seen: Readonly<Record<CountedFailures, SeenBreakers>>,
  { failures }: BreakerRule,
): CountedFailures {
  const fits = (reading: CountedFailures) => seen[reading].flat().every(({ isRight }) => isRight)
  if (fits('attempts') !== fits('events')) return fits('attempts') ? 'attempts' : 'events'
  const withoutEvents = new Set(
    seen.events.flat().flatMap(({ id, status, possible }) => (status && possible === 0 ? [id] : [])),
  )
  const count = (speaks: (one: BreakerSighting) => boolean) =>
    seen.attempts.filter((all) => all.some((one) => one.isFirst && speaks(one))).length
  const forAttempts = count(
    ({ id, status, possible }) => status === 'disabled' && possible > 0 && withoutEvents.has(id),
  )
  const forEvents = count(({ status, sure }) => status === 'enabled' && sure >= 2 * failures)
  return forAttempts > forEvents ? 'attempts' : 'events'
}

/** Blames the failures of another endpoint for an endpoint that is disabled without any, where another one was disabled before. */
export function blamingOthers(seen: SeenBreakers): SeenBreakers {
  const isAnyOut = (own: readonly BreakerSighting[], { at }: BreakerSighting) =>
    seen.some(
      (all) => all !== own && all.some((one) => one.status === 'disabled' && one.at.suiteMs <= at.suiteMs),
    )
  return seen.map((own) =>
    own.map((one) =>
      one.fact === 'breaker-is-per-endpoint' && !isAnyOut(own, one)
        ? { ...one, fact: 'breaker-stays-closed-below-five' }
        : one,
    ),
  )
}
