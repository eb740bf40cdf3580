import type { Exchange } from '../../../conformance/exchange.ts'
import { type IsoTime, msNear, readIso } from '../../../conformance/iso-time.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Claim, Facts } from '../../../conformance/scenario.ts'
import { all, allDecided, cannotTell, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { holdsOf } from '../ledger/stays.ts'
import { claim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import {
  deliveryHeader,
  eventIdOf,
  eventIn,
  quoteIdIn,
  speaksOf,
  typeOf,
} from '../vocabulary/events/event.ts'
import { byPlatformClock, offsetOf, type PlatformClockSpan } from '../vocabulary/events/platform-clock.ts'
import { at, isObject, sentJsonOf, show } from '../vocabulary/judge/json.ts'
import { quoteIdOf, stateOf } from '../vocabulary/quotes/record.ts'
import { type Bounds, decide, shown } from '../vocabulary/time/decide.ts'

/** How far a stated time may differ from the platform's own clock (R24). */
const TOLERANCE_MS = 60_000

const HEADER = 'timestamp'
const BODY = '/timestamp'

const inHeader = (arrival: Arrival) => deliveryHeader(arrival, HEADER)
const inBody = (arrival: Arrival) => at(eventIn(arrival), BODY)

/** Claims about the times of deliveries: in the header of each attempt and in the body of each event (6.headers, 6.payload, R24). */
export function timeClaims<T>(arrivalsOf: (trace: T) => readonly Arrival[]): readonly Claim<T, Spec>[] {
  const each = (
    requirement: string,
    judge: (arrival: Arrival, exchanges: readonly Exchange[], all: readonly Arrival[]) => Verdict,
  ): Claim<T, Spec> =>
    claim(requirement, (trace, { exchanges }: Facts<Spec>) => {
      const arrivals = arrivalsOf(trace)
      if (arrivals.length === 0) return cannotTell('no delivery of the kind arrived')
      return allDecided(arrivals.map((arrival) => judge(arrival, exchanges, arrivals)))
    })
  return [
    each('delivery-timestamp', (one) => isIso(one, inHeader(one), HEADER)),
    each('delivery-timestamp-extended-form', (one) => isExtended(one, inHeader(one), HEADER)),
    each('delivery-timestamp-by-the-platform-clock', namesItsMoment),
    each('observe-platform-clock', (_, exchanges) => observed(clockOf(exchanges))),
    each('payload-timestamp', (one) => isIso(one, inBody(one), BODY)),
    each('payload-timestamp-extended-form', (one) => isExtended(one, inBody(one), BODY)),
    each('payload-timestamp-in-its-time', liesInItsTime),
  ]
}

const isIso = (arrival: Arrival, value: unknown, where: string): Verdict =>
  readIso(value) === undefined ? breach(arrival, 'an ISO 8601 timestamp', show(value), where) : passed()

function isExtended(arrival: Arrival, value: unknown, where: string): Verdict {
  const time = readIso(value)
  if (time === undefined) return cannotTell('a time cannot be read')
  return time.extended && time.zoned
    ? passed()
    : breach(arrival, 'the extended form with a zone', show(value), where)
}

const UNKNOWN = "no answer shows the platform's clock"

function namesItsMoment(arrival: Arrival, exchanges: readonly Exchange[]): Verdict {
  const value = inHeader(arrival)
  const time = readIso(value)
  if (time === undefined) return cannotTell('a time cannot be read')
  return byOneOf(
    byPlatformClock(exchanges, arrival).map(({ kind, ...moment }) =>
      near(time, moment, NEAR, () =>
        breach(arrival, `about ${iso(moment.to)} by the clock that ${kind} shows`, show(value), HEADER),
      ),
    ),
  )
}

const firstById = onceFor(
  (arrivals: readonly Arrival[]): ReadonlyMap<string | undefined, Arrival> =>
    new Map(arrivals.toReversed().map((one) => [eventIdOf(one), one])),
)

/** Judges that an event's timestamp lies between its cause and its first attempt. */
function liesInItsTime(
  arrival: Arrival,
  exchanges: readonly Exchange[],
  arrivals: readonly Arrival[],
): Verdict {
  const value = inBody(arrival)
  const time = readIso(value)
  if (time === undefined) return cannotTell('a time cannot be read')
  const sent = causeOf(arrival, exchanges)
  if (sent === undefined) return cannotTell('what caused the event was not sent by this scenario')
  const cause = lastWhileHeld(arrival, sent, exchanges) ?? sent
  const id = eventIdOf(arrival)
  const first = (id === undefined ? undefined : firstById(arrivals).get(id)) ?? arrival
  const starts = byPlatformClock(exchanges, { earliest: cause.targetMs, latest: cause.targetMs })
  const ends = byPlatformClock(exchanges, first)
  return byOneOf(
    starts.flatMap(({ kind, ...start }) =>
      ends.flatMap((end) => {
        if (end.kind !== kind) return []
        const expected =
          start.from <= end.to
            ? `a time from ${iso(start.from)} to ${iso(end.to)}`
            : `a delivery that comes after its cause, at ${iso(start.from)}`
        const breached = () => breach(arrival, expected, show(value), BODY)
        return [all([near(time, start, NOT_BEFORE, breached), near(time, end, NOT_AFTER, breached)])]
      }),
    ),
  )
}

/** One right clock of several is enough. Where none is right, it must be certain of each that the time is wrong. */
function byOneOf(verdicts: readonly Verdict[]): Verdict {
  const of = (kind: Verdict['kind']) => verdicts.find((one) => one.kind === kind)
  return of('passed') ?? of('cannot-tell') ?? of('failed') ?? cannotTell(UNKNOWN)
}

const NEAR: Bounds = { early: -TOLERANCE_MS, late: TOLERANCE_MS }
const NOT_BEFORE: Bounds = { ...NEAR, late: Number.POSITIVE_INFINITY }
const NOT_AFTER: Bounds = { ...NEAR, early: Number.NEGATIVE_INFINITY }

/** Judges by how much a stated time differs from a moment, which a move of the clock may hide. */
function near(
  time: IsoTime,
  { from, to }: PlatformClockSpan,
  bounds: Bounds,
  breached: () => Verdict,
): Verdict {
  // A time without a zone may be in any; the nearest counts.
  const ms = msNear(time, Math.min(Math.max(time.ms, from), to))
  const span = { least: ms - to, most: ms - from }
  return decide(span, bounds, `${shown(span)} after the moment itself`, breached)
}

const submittedIn = onceFor((exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter((one) => one.operation === 'submit' && quoteIdOf(one) !== undefined),
)

/** The first submission that was answered with each id, in lower case. */
const submittedById = onceFor(
  (exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> =>
    new Map(
      submittedIn(exchanges)
        .toReversed()
        .map((one) => [String(quoteIdOf(one)).toLowerCase(), one]),
    ),
)

/** Finds the cause of an event: the submission of its quote, or the addition of its broker. */
function causeOf(arrival: Arrival, exchanges: readonly Exchange[]): Exchange | undefined {
  const named = quoteIdIn(arrival)
  if (named !== undefined) return submittedById(exchanges).get(named)
  const broker = at(eventIn(arrival), '/data/brokerageName')
  const isAdded = ({ operation, request }: Exchange) =>
    operation === 'operator' &&
    typeof broker === 'string' &&
    `${request.url} ${request.body ?? ''}`.includes(broker)
  const isOfQuote = (one: Exchange) => {
    const [id, submission] = [quoteIdOf(one), sentJsonOf(one)]
    return id !== undefined && isObject(submission) && speaksOf(arrival, { id, submission })
  }
  return exchanges.find(isAdded) ?? submittedIn(exchanges).find(isOfQuote)
}

/** Events that cannot arise while an operator holds rating back. */
const RATED: readonly (string | undefined)[] = ['quote.created', 'quote.proposalReady']

/** The reads that show a quote as pending, by its id. */
const pendingIn = onceFor((exchanges: readonly Exchange[]) =>
  Map.groupBy(
    exchanges.filter((one) => one.operation === 'status' && stateOf(one) === 'pending'),
    ({ quoteId }) => quoteId,
  ),
)

/** Finds the last read of a quote that was submitted and read while its rating was held back: its event arose later. */
function lastWhileHeld(
  arrival: Arrival,
  submitted: Exchange,
  exchanges: readonly Exchange[],
): Exchange | undefined {
  const id = quoteIdOf(submitted)
  if (!RATED.includes(typeOf(arrival)) || submitted.operation !== 'submit' || id === undefined)
    return undefined
  const hold = holdsOf('rating', { exchanges }).find(
    ({ from, to }) => from <= submitted.startedAt && submitted.startedAt < to,
  )
  if (hold === undefined) return undefined
  return pendingIn(exchanges)
    .get(id)
    ?.findLast((one) => one.startedAt + one.elapsedMs <= hold.to)
}

function clockOf(exchanges: readonly Exchange[]): string {
  const offset = offsetOf(exchanges)
  if (offset === undefined) return 'no answer has a Date header'
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return minutes <= 1
    ? "Date is within a minute of the suite's clock"
    : `Date is about ${minutes} minutes ${offset > 0 ? 'ahead of' : 'behind'} the suite's clock`
}

const iso = (ms: number): string => new Date(ms).toISOString()
