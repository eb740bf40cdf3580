import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { BreakerFact, BreakerSighting, CountedFailures } from '../../../model/endpoint/entries.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type Breakers, breakersIn, haveFailedInCopies } from '../ledger/breaker.ts'
import { endpointsIn } from '../ledger/endpoints.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { NOT_REACHED } from '../vocabulary/events/event.ts'
import { durationInWords } from '../vocabulary/time/in-words.ts'

const COUNTED: Readonly<Record<CountedFailures, string>> = {
  attempts: 'failed attempts',
  events: 'events that failed for good',
}

const OPENS = 'breaker-opens-at-five'
const FITS = 'breaker-fits-a-reading'

/** Statements for which failures have to be counted. */
const OF_COUNTS: readonly string[] = [
  OPENS,
  'breaker-stays-closed-below-five',
  'breaker-forgets-after-five-minutes',
  FITS,
]
const IN_COPIES = 'failed attempts came with copies, and each copy may count as a failure'

/** A place in a run where a statement was judged. */
type Sighting = BreakerSighting & { readonly fact: BreakerFact }

const isOf =
  (requirement: BreakerFact) =>
  (one: BreakerSighting): one is Sighting =>
    one.fact === requirement

/** Makes a statement about the breaker of every endpoint whose status was shown (8.breaker, R27). */
const ofBreakers = (
  requirement: string,
  judge: (breakers: Breakers, facts: Facts<Spec>) => Verdict | undefined,
): PlatformStandingClaim => ({
  requirement,
  shownIn: ['webhooks/schedule', ...(requirement === OPENS ? ['webhooks/broker-failures'] : [])],
  needs: [{ offers: 'webhooks' }],
  relies: ['deliveries', 'operator'],
  judge(facts) {
    const breakers = breakersIn(facts)
    if (breakers === undefined) return undefined
    const verdict = judge(breakers, facts)
    if (verdict !== undefined || !OF_COUNTS.includes(requirement)) return verdict
    return haveFailedInCopies(facts) ? cannotTell(IN_COPIES) : undefined
  },
})

const FACTS: readonly BreakerFact[] = [
  OPENS,
  'breaker-stays-closed-below-five',
  'breaker-forgets-after-five-minutes',
  'breaker-stays-open',
  'breaker-stops-deliveries',
  'breaker-is-per-endpoint',
]

/** Statements about the breakers of all endpoints, by the reading that fits the target. */
export const breakerStatements: readonly PlatformStandingClaim[] = [
  ...FACTS.map((requirement) =>
    ofBreakers(requirement, (breakers, facts) => judged(requirement, breakers, facts)),
  ),
  ofBreakers(FITS, fitsAReading),
]

function judged(
  requirement: BreakerFact,
  { reading, seen }: Breakers,
  facts: Facts<Spec>,
): Verdict | undefined {
  const sightings = seen.flat().filter(isOf(requirement))
  const verdicts = sightings.flatMap((one) => {
    // Failures that never arrived may have disabled it.
    if (!one.isRight && one.status === 'disabled' && facts.until?.reached !== true)
      return [cutOff(NOT_REACHED)]
    if (!one.isRight) return [wrong(one, reading, facts)]
    return one.id === undefined && !hasCome(one, facts) ? [] : [passed(shown(one, reading))]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/** Says whether something came to another endpoint while one was disabled. */
const hasCome = ({ since, at }: Sighting, facts: Facts<Spec>): boolean =>
  endpointsIn(facts).some(({ arrivals }) =>
    arrivals.some(
      ({ receivedAt = 0 }) => receivedAt > (since?.suiteMs ?? at.suiteMs) && receivedAt < at.suiteMs,
    ),
  )

const failuresOf = ({ sure, possible }: BreakerSighting, reading: CountedFailures): string =>
  `${sure === possible ? sure : `${sure} to ${possible}`} ${COUNTED[reading]}`

const shown = (one: Sighting, reading: CountedFailures): string =>
  one.status === undefined
    ? `nothing came for ${lasted(one)}`
    : `${one.status} after ${failuresOf(one, reading)}`

const lasted = ({ since, at }: Sighting): string =>
  durationInWords(at.targetMs - (since?.targetMs ?? at.targetMs))

/** Says what an operator did with an endpoint while it was disabled; undefined where that was nothing. */
function meanwhile({ id, since, at }: Sighting, facts: Facts<Spec>): string | undefined {
  const endpoint = endpointsIn(facts).find(({ shown: reads }) => reads.some(({ read }) => read.id === id))
  const isSince = (one: Exchange) =>
    one.startedAt > (since?.suiteMs ?? at.suiteMs) && one.startedAt < at.suiteMs
  return endpoint?.changes.some(isSince) === true ? 'after its secret was rotated' : undefined
}

/** Makes a failed verdict with what a right platform shows instead. */
function wrong(one: Sighting, reading: CountedFailures, facts: Facts<Spec>): Verdict {
  const { fact, id = '', status = '' } = one
  const { failures, windowMs } = facts.spec.delivery.breaker
  if (fact === 'breaker-stops-deliveries')
    return failed({
      expected: 'no delivery to a disabled endpoint',
      observed: `one ${lasted(one)} after it was disabled`,
      ...{ at: 'endpoint', arrival: id, cause: { observed: 'a delivery' } },
    })
  const expected: Record<Exclude<BreakerFact, 'breaker-stops-deliveries'>, string> = {
    'breaker-opens-at-five': `disabled after ${failures} failures`,
    'breaker-stays-closed-below-five': `enabled after fewer than ${failures} failures`,
    'breaker-forgets-after-five-minutes': `enabled where fewer than ${failures} failures are within ${windowMs} ms`,
    'breaker-stays-open': 'disabled until somebody enables it',
    'breaker-is-per-endpoint': 'enabled, since it never failed',
  }
  const isBack = fact === 'breaker-stays-open'
  const under = isBack ? meanwhile(one, facts) : undefined
  return failed({
    expected: expected[fact],
    observed: isBack
      ? `${status} ${lasted(one)} after it was disabled`
      : `${status} after ${failuresOf(one, reading)}`,
    ...(under !== undefined && { under }),
    ...{ at: 'endpoint status', exchange: id, cause: { observed: status } },
    ...(fact === OPENS && { absence: true as const }),
  })
}

/** Judges that some endpoint was disabled by exactly as many failures as one of the readings says, or none too late. */
function fitsAReading({ reading, seen }: Breakers, facts: Facts<Spec>): Verdict | undefined {
  const opened = seen.flat().filter(isOf(OPENS))
  const [late] = opened.filter(({ isRight }) => !isRight)
  const { failures } = facts.spec.delivery.breaker
  if (opened.some(({ isRight, sure }) => isRight && sure === failures))
    return passed(`what counts: ${COUNTED[reading]}`)
  if (late === undefined) return undefined
  return wrong(late, reading, facts)
}
