import type { BreakerSighting, CountedFailures } from './entries.ts'

/** The sightings of each endpoint, by one reading. */
export type SeenBreakers = readonly (readonly BreakerSighting[])[]

/**
 * The reading that a target has taken: the one with fewer contradictions, of which a right target has none. Where both have as many, an
 * endpoint that is disabled before any event can have failed for good speaks for attempts. The first one that is disabled decides
 * where five attempts explain that and no event does. A defect may contradict this reading often afterwards.
 */
export function readingOf(seen: Readonly<Record<CountedFailures, SeenBreakers>>): CountedFailures {
  if (opensFirstByAttempts(seen)) return 'attempts'
  const contradictions = (reading: CountedFailures) =>
    seen[reading].flat().filter(({ isRight }) => !isRight).length
  const more = contradictions('attempts') - contradictions('events')
  const isEarly = seen.events.flat().some(({ status, possible }) => status === 'disabled' && possible === 0)
  return more < 0 || (more === 0 && isEarly) ? 'attempts' : 'events'
}

function opensFirstByAttempts({
  attempts,
  events,
}: Readonly<Record<CountedFailures, SeenBreakers>>): boolean {
  const [first] = events
    .flat()
    .filter(({ status }) => status === 'disabled')
    .toSorted((one, other) => one.at.suiteMs - other.at.suiteMs)
  if (first?.possible !== 0) return false
  return attempts
    .flat()
    .some(({ id, fact, isRight }) => id === first.id && fact === 'breaker-opens-at-five' && isRight)
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
