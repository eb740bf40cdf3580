import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import type { ClientRun, Performance } from '../../../conformance/ports/client.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { quoteOf, quotesOf, stateInAnswer } from '../vocabulary/requests.ts'

/** A read after such a silence has a reason of its own, which nobody knows. So it is no poll of before. */
const SILENCE_MS = 15_000
/** A recorder may note a moment so much too late. */
const DOUBT_MS = 100
const SECOND_MS = 1000
/** This many clients may read one quote at the same time, such as the tabs of a browser. */
const MOST_READERS = 3
/** Most pauses of one client are alike up to this factor; those between several clients are not. A busy machine prolongs some. */
const ALIKE = 1.3
const MOST = 0.75

/** Nobody knows who drove a recorded client, what it was given, or how it ended. */
const RECORDED: ClientRun = {
  ...{ submission: undefined, byHand: true, end: { kind: 'by-hand' } },
  ...{ result: { kind: 'missing' }, files: [], printedSecrets: [], printed: '', elapsedMs: 0 },
}

/** Requests of a recording as the performance of a client that somebody drove. */
export const performanceOf = (requests: readonly Exchange[]): Performance => ({
  ...{ requests, strayed: [], runs: [RECORDED], tlsVersions: [] },
  heldUpMs: requests.every(({ startedAt }) => startedAt % SECOND_MS === 0) ? SECOND_MS : DOUBT_MS,
})

/** The requests about each quote that was submitted in a ledger, the submission first. */
export const quotesIn = ({ exchanges }: Ledger): readonly (readonly Exchange[])[] =>
  quotesOf(performanceOf(exchanges))

/** The quote that an event names, in lower case; undefined for an event that may be about any. */
function quoteNamed({ body }: Arrival): string | undefined {
  const event = parseJson(body)
  const id = isObject(event) && isObject(event.data) ? event.data.quoteId : undefined
  return typeof id === 'string' ? id.toLowerCase() : undefined
}

/** True where an event that may be about a quote came between two requests about it. */
export const hasEventBetween = (one: Exchange, other: Exchange, { arrivals = [] }: Ledger): boolean =>
  arrivals.some((arrival) => {
    const named = quoteNamed(arrival)
    const { receivedAt = other.startedAt } = arrival
    return (
      one.startedAt <= receivedAt &&
      receivedAt <= other.startedAt &&
      (named === undefined || named === quoteOf(other))
    )
  })

const endOf = ({ startedAt, elapsedMs }: Exchange): number => startedAt + elapsedMs

const isPoll = ({ operation }: Exchange): boolean => operation === 'status'

/**
 * The requests about each quote in parts, each behind the submission. A part ends where nothing was sent for long, or where an event
 * came in between.
 */
const partsOf = (ledger: Ledger): readonly (readonly Exchange[])[] =>
  quotesIn(ledger).flatMap(([submission, ...later]) => {
    if (submission === undefined) return []
    const parts: Exchange[][] = []
    let last = submission
    for (const one of later) {
      const isNew = one.startedAt - endOf(last) > SILENCE_MS || hasEventBetween(last, one, ledger)
      const part = parts.at(-1)
      if (part === undefined || isNew) parts.push([submission, one])
      else part.push(one)
      last = one
    }
    return parts
  })

/** The requests about each quote, in spells in which one client sends them. */
export const spellsIn = (ledger: Ledger, leastMs: number): readonly Performance[] =>
  partsOf(ledger)
    .filter((part) => !isOfSeveral(part.filter(isPoll), leastMs))
    .map(performanceOf)

/**
 * True where several clients may have read the quote. So it is where a read began before the one before it had ended. It is also where
 * reads come at odd distances, and can be divided among clients that each keep the pace.
 */
function isOfSeveral(polls: readonly Exchange[], leastMs: number): boolean {
  if (overlap(polls)) return true
  const apart = (by: number) =>
    polls.slice(by).map(({ startedAt }, place) => startedAt - (polls[place]?.startedAt ?? 0))
  const pauses = apart(1)
  const middle = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0
  const alike = pauses.filter((ms) => ms <= middle * ALIKE && ms >= middle / ALIKE)
  const isSteady = alike.length >= pauses.length * MOST
  if (pauses.length < MOST_READERS || isSteady || Math.min(...pauses) >= leastMs) return false
  return Array.from({ length: MOST_READERS - 1 }, (_, more) => apart(more + 2)).some(
    (distances) => distances.length > 0 && distances.every((ms) => ms >= leastMs),
  )
}

const overlap = (requests: readonly Exchange[]): boolean =>
  requests.some((one, place) => {
    const next = requests[place + 1]
    return next !== undefined && next.startedAt < endOf(one) - DOUBT_MS
  })

/** Polls in a row of one client, behind the request for whose effect it waits. */
interface Row {
  readonly lead: Exchange
  readonly polls: readonly Exchange[]
}

/** The rows of polls of all spells. */
export const rowsIn = (ledger: Ledger, leastMs: number): readonly Row[] =>
  spellsIn(ledger, leastMs).flatMap(({ requests }) => {
    const rows: { lead: Exchange; polls: Exchange[] }[] = []
    for (const one of requests) {
      if (isPoll(one)) rows.at(-1)?.polls.push(one)
      else rows.push({ lead: one, polls: [] })
    }
    return rows.filter(({ polls }) => polls.length > 0)
  })

/** Each row of polls, behind the submission of its quote. */
export const waitsIn = (ledger: Ledger, leastMs: number): readonly Performance[] => {
  const submissions = quotesIn(ledger).flatMap(([first]) => first ?? [])
  return rowsIn(ledger, leastMs).map(({ lead, polls }) => {
    const submission = submissions.find((one) => quoteOf(one) === quoteOf(lead))
    return performanceOf([
      ...(submission === undefined || submission === lead ? [] : [submission]),
      lead,
      ...polls,
    ])
  })
}

const requestKey = ({ operation, quoteId = '', request }: Exchange): string =>
  JSON.stringify([operation, quoteId.toLowerCase(), request.body])

/** Repeats come within this time. Later ones may be those of a person, or of a client that was started again. */
const REPEATS_WITHIN_MS = 30_000

/**
 * The same request again and again, for as long as its answers are of one kind. The answer to the last one may be another. A series ends
 * where the client got to know something about the quote, and where its requests overlap.
 */
export function repeatsIn(
  ledger: Ledger,
  met: (exchange: Exchange) => boolean,
): readonly (readonly [Exchange, ...Exchange[]])[] {
  const { exchanges } = ledger
  const sent = exchanges.filter(({ operation }) => operation !== 'token' && operation !== 'operator')
  return [...Map.groupBy(sent, requestKey).values()].flatMap((same) => {
    const series: [Exchange, ...Exchange[]][] = []
    let last: Exchange | undefined
    for (const one of same) {
      const goesOn =
        last !== undefined &&
        met(last) &&
        one.startedAt >= endOf(last) - DOUBT_MS &&
        one.startedAt - endOf(last) <= REPEATS_WITHIN_MS &&
        !hasEventBetween(last, one, ledger) &&
        !isAnsweredBetween(last, one, exchanges)
      if (goesOn) series.at(-1)?.push(one)
      else if (met(one)) series.push([one])
      last = one
    }
    return series
  })
}

/** True where another answer showed a state of the quote between two requests about it. */
const isAnsweredBetween = (one: Exchange, other: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchanges.some(
    (between) =>
      between !== one &&
      between !== other &&
      one.startedAt <= endOf(between) &&
      between.startedAt <= other.startedAt &&
      quoteOf(between) !== undefined &&
      quoteOf(between) === quoteOf(other) &&
      stateInAnswer(between) !== undefined,
  )
