import { areOfTwoEvents, eventSubject } from '../../../conformance/event-subject.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import { endpointsIn, isTakenAtOnce, type WatchedEndpoint } from '../ledger/endpoints.ts'
import { isCopy, isNoCopy } from '../vocabulary/attempts/copies.ts'
import { ranOut } from '../vocabulary/attempts/timing.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIdOf, typeOf } from '../vocabulary/events/event.ts'

/** How long after a success a further attempt would have come, in milliseconds of target time: longer than several delays. */
const WATCHED_MS = 40_000

/** Number of successes that must all be repeated before repeats are a breach (R25). */
const SEVERAL = 3

/** Of so many successes, some may have lost their repeat: to an endpoint that was taken out of service meanwhile. */
const MANY = { least: 20, share: 0.9 }

/** How unlikely it must be that a platform which repeats now and then repeats all of some group by chance. */
const BY_CHANCE = 0.0001

/** Real milliseconds from an answer to the deadline. With less, an answer of a busy suite may have come too late. */
const LEFT_MS = 500

/** An event that an endpoint took at once. */
interface Success {
  readonly endpoint: string
  readonly taken: Arrival
  /** Attempts at it before, each of which failed. */
  readonly failures: number
  /** The first attempt that certainly began after the answer, without copies. */
  readonly repeat?: Arrival
  /** Only deliveries followed of which it is hidden whether they are copies, or of a worker with a schedule of its own. */
  readonly isUnclear: boolean
  readonly watchedMs: number
}

const codeOf = ({ answered }: Arrival): string =>
  answered.kind === 'answer' ? String(answered.status) : answered.kind

/** Properties that successes may share: a platform may repeat some kinds of them only. */
const KINDS: Readonly<Record<string, (one: Success) => string>> = {
  '': () => '',
  ' at one endpoint': ({ endpoint }) => endpoint,
  ' of one event type': ({ taken }) => typeOf(taken) ?? '',
  ' with one status code': ({ taken }) => codeOf(taken),
  ' at first attempts, or later': ({ failures }) => String(failures > 0),
  ' with one status code after a failure': ({ taken, failures }) =>
    failures > 0 ? codeOf(taken) : 'at the first attempt',
}

/** The events that were taken, each at an endpoint of its own that the suite watched to the end. */
const successesIn = onceFor((facts: Facts<Spec>): readonly Success[] =>
  endpointsIn(facts)
    .filter(({ isPlain }) => isPlain)
    .flatMap((one) => successesAt(one, facts)),
)

function successesAt({ name, arrivals }: WatchedEndpoint, { spec, until }: Facts<Spec>): readonly Success[] {
  const { ms } = spec.delivery.deadline
  const isTaken = (one: Arrival) =>
    isTakenAtOnce(one) && one.unanswered !== true && (one.openMs ?? 0) < ms - LEFT_MS
  const byEvent = Map.groupBy(arrivals, (one) => eventIdOf(one))
  return [...byEvent].flatMap(([id, own]): Success[] => {
    const taken = own.find((one) => isTaken(one) && copiesOf(one, own).every(isTaken))
    const { ended } = taken ?? {}
    if (id === undefined || taken === undefined || ended === undefined) return []
    const subject = eventSubject(taken.body)
    const further = own
      .slice(own.indexOf(taken) + 1)
      .filter((one) => !isCopy(taken, one) && !areOfTwoEvents(subject, eventSubject(one.body)))
    const repeat = haveParted(own.slice(0, own.indexOf(taken)), spec.delivery)
      ? undefined
      : further.find((one) => one.earliest >= ended && isNoCopy(taken, one))
    return [
      {
        ...{ endpoint: name, taken, failures: own.indexOf(taken) },
        ...(repeat && { repeat }),
        isUnclear: repeat === undefined && further.length > 0,
        watchedMs: until === undefined ? 0 : until.targetMs - taken.latest,
      },
    ]
  })
}

/** Deliveries that may be copies of the same attempt as another one. The platform may go by the answer to each of them. */
const copiesOf = (taken: Arrival, own: readonly Arrival[]): readonly Arrival[] => {
  const place = own.indexOf(taken)
  return own.filter((one, at) => !(at < place ? isNoCopy(one, taken) : isNoCopy(taken, one)))
}

/** Says whether copies may have been answered in two ways. Each of their workers then goes on at moments of its own. */
const haveParted = (attempts: readonly Arrival[], delivery: DeliverySpec): boolean =>
  attempts.some((one, place) =>
    attempts
      .slice(place + 1)
      .some((other) => ranOut(one, delivery) !== ranOut(other, delivery) && !isNoCopy(one, other)),
  )

const isRepeated = ({ repeat }: Success): boolean => repeat !== undefined

/** Judges that no attempt follows a success. */
function endsWithSuccess(successes: readonly Success[]): Verdict | undefined {
  const [repeat] = successes.flatMap((one) => one.repeat ?? [])
  if (repeat !== undefined) return breach(repeat, 'no attempt after a 2xx', 'another one', 'attempts')
  const watched = successes.filter((one) => !one.isUnclear && one.watchedMs >= WATCHED_MS).length
  return watched === 0 ? undefined : passed(`${watched} successes, watched for ${WATCHED_MS} ms each`)
}

/** Judges that not each success of a kind is repeated. Of those at the end, the repeat may be still to come. */
function notAfterEach(successes: readonly Success[]): Verdict | undefined {
  const waits = successes.map(({ taken, repeat }) =>
    repeat === undefined ? 0 : repeat.latest - taken.latest,
  )
  const longest = waits.reduce((most, ms) => Math.max(most, ms), 0)
  const known = successes.filter((one) => isRepeated(one) || (!one.isUnclear && one.watchedMs > longest))
  const groups = Object.entries(KINDS).flatMap(([kind, shared]) =>
    [...Map.groupBy(known, shared).values()].map((group) => ({ kind, group })),
  )
  for (const { kind, group } of groups) {
    const [repeat] = group.flatMap((one) => one.repeat ?? [])
    if (repeat === undefined || !isHabit(group)) continue
    if (chanceOf(group, known) * groups.length < BY_CHANCE)
      return failed({
        expected: 'an end after a 2xx',
        observed: `another attempt after ${group.filter(isRepeated).length} of ${group.length} successes${kind}`,
        ...{ at: 'attempts', arrival: repeat.id },
      })
  }
  const isShown = known.some((one) => !isRepeated(one) && one.watchedMs >= WATCHED_MS)
  return known.length >= SEVERAL && isShown ? passed() : undefined
}

/** Says whether successes of a group are repeated as a rule. */
function isHabit(group: readonly Success[]): boolean {
  const repeated = group.filter(isRepeated).length
  if (group.length >= MANY.least) return repeated >= MANY.share * group.length
  return group.length >= SEVERAL && repeated === group.length
}

/** The chance that a group is repeated as a whole if the platform repeats as often as it does elsewhere. */
function chanceOf(group: readonly Success[], all: readonly Success[]): number {
  const others = all.filter((one) => !group.includes(one))
  const share = (others.filter(isRepeated).length + 1) / (others.length + 2)
  return others.length === 0 ? 0 : share ** group.filter(isRepeated).length
}

const ofSuccesses = (
  requirement: string,
  judge: (successes: readonly Success[]) => Verdict | undefined,
): PlatformStandingClaim => ({
  ...relying(
    ['operator'],
    standing(requirement, (facts) => judge(successesIn(facts))),
  ),
  shownIn: ['webhooks/schedule'],
  needs: [{ offers: 'webhooks' }],
})

/** Statements about events that an endpoint has taken: no attempt follows, at whatever endpoint and whatever else happens (8.retry, R25). */
export const repeatStatements: readonly PlatformStandingClaim[] = [
  ofSuccesses('retry-ends-with-success', endsWithSuccess),
  ofSuccesses('retry-not-after-every-success', notAfterEach),
]
