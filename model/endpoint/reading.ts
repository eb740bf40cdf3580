import type { BreakerSighting, CountedFailures } from './entries.ts'

/** The sightings of each endpoint, by one reading. */
export type SeenBreakers = readonly (readonly BreakerSighting[])[]

/**
 * The reading that a target has taken: the one with fewer contradictions, of which a right target has none. Where both have as many, an
 * endpoint that is disabled before any event can have failed for good speaks for attempts.
 */
export function readingOf(seen: Readonly<Record<CountedFailures, SeenBreakers>>): CountedFailures {
  const contradictions = (reading: CountedFailures) =>
    seen[reading].flat().filter(({ isRight }) => !isRight).length
  const more = contradictions('attempts') - contradictions('events')
  const isEarly = seen.events.flat().some(({ status, possible }) => status === 'disabled' && possible === 0)
  return more < 0 || (more === 0 && isEarly) ? 'attempts' : 'events'
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
