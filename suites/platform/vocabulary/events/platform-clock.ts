import { type Exchange, header } from '../../../../conformance/exchange.ts'
import { readIso } from '../../../../conformance/iso-time.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { recordOf } from '../quotes/record.ts'

/** A time by the platform's own clock, as an answer shows it (R24). */
interface ClockReading {
  readonly from: 'Date' | 'created_at'
  /** Target time when the request went out, in milliseconds since the scenario began. */
  readonly targetMs: number
  /** Real milliseconds since the first request of the scenario. */
  readonly besideMs: number
  /** Milliseconds since the epoch by the suite's clock. */
  readonly startedAt: number
  /** Milliseconds since the epoch by the platform's clock. */
  readonly ms: number
}

/** How far a clock may be from the target's time before it counts as another one. */
const PACE_MS = 30_000

/** Largest difference between target time and the suite's clock if neither is moved, and the least time that shows it. */
const REAL_MS = 200
const CHECK_MS = 1000

/** Two moments by the platform's clock, in milliseconds since the epoch, between which something happened. */
export interface PlatformClockSpan {
  readonly from: number
  readonly to: number
}

/** Operations whose servers may have clocks of their own. */
const ELSEWHERE: readonly string[] = ['operator', 'token', 'delivery', 'effects', 'other']

const KINDS = ['Date', 'created_at'] as const

/** The clock readings, by kind, without kinds that do not follow the target's time. */
const readingsOf = onceFor((exchanges: readonly Exchange[]): readonly (readonly ClockReading[])[] => {
  const [first] = exchanges
  const all = exchanges.flatMap((one) => readingsIn(one, one.startedAt - (first ?? one).startedAt))
  return KINDS.map((kind) => all.filter(({ from }) => from === kind)).filter(keepsPace)
})

function readingsIn(exchange: Exchange, besideMs: number): readonly ClockReading[] {
  const { answer, targetMs, startedAt } = exchange
  if (answer === undefined || ELSEWHERE.includes(exchange.operation)) return []
  const date = Date.parse(header(answer, 'date') ?? '')
  const created = exchange.operation === 'submit' ? createdAt(exchange) : undefined
  const moment = { targetMs, startedAt, besideMs }
  return [
    ...(Number.isNaN(date) ? [] : [{ from: 'Date', ...moment, ms: date } as const]),
    ...(created !== undefined ? [{ from: 'created_at', ...moment, ms: created } as const] : []),
  ]
}

/** Reads `created_at`; undefined unless it is in UTC, which another claim judges. */
function createdAt(exchange: Exchange): number | undefined {
  const text = recordOf(exchange)?.created_at
  return typeof text === 'string' && /(Z|\+00:00)$/.test(text) ? readIso(text)?.ms : undefined
}

/**
 * Converts a moment to the platform's clock, once for each kind of reading. On a moved clock the kinds may differ widely: `Date`
 * need not move with it. The conversion uses the nearest reading. Since that reading, a moved clock may also have run on by itself.
 *
 * @param moment target time in milliseconds since the scenario began, and real time where the clock is moved
 */
export function byPlatformClock(
  exchanges: readonly Exchange[],
  { earliest, latest, besideMs }: Pick<Arrival, 'earliest' | 'latest' | 'besideMs'>,
): readonly (PlatformClockSpan & { readonly kind: ClockReading['from'] })[] {
  return readingsOf(exchanges).flatMap((own) => {
    const distance = ({ targetMs }: ClockReading) => Math.abs(targetMs - latest)
    const [first] = own
    if (first === undefined) return []
    const nearest = own.reduce((best, one) => (distance(one) < distance(best) ? one : best), first)
    const { ms, targetMs, from: kind } = nearest
    const ranOn = besideMs === undefined ? 0 : besideMs - nearest.besideMs
    const [before, after] = [Math.min(0, ranOn), Math.max(0, ranOn)]
    return [{ kind, from: ms + earliest - targetMs + before, to: ms + latest - targetMs + after }]
  })
}

/** Says whether readings follow the target's time. One that falls behind is another clock; one ahead may have run on by itself. */
function keepsPace(readings: readonly ClockReading[]): boolean {
  const [first] = readings
  if (first === undefined || (first.from === 'Date' && !isShown(readings))) return false
  return readings.every(({ ms, targetMs, startedAt }) => {
    const ahead = ms - first.ms - (targetMs - first.targetMs)
    return ahead >= -PACE_MS && ahead <= PACE_MS + startedAt - first.startedAt
  })
}

/**
 * Says whether `Date` is known to show the target's clock. It is if that clock runs in real time, or was moved so far that `Date`
 * visibly followed. Earlier scenarios may have moved it, which a short observation does not show.
 */
function isShown(readings: readonly ClockReading[]): boolean {
  const targets = readings.map(({ targetMs }) => targetMs)
  const spanMs = Math.max(...targets) - Math.min(...targets)
  const [first] = readings
  const isReal = readings.every(
    (one) =>
      Math.abs(one.targetMs - one.startedAt - ((first?.targetMs ?? 0) - (first?.startedAt ?? 0))) < REAL_MS,
  )
  return spanMs > 2 * PACE_MS || (isReal && spanMs > CHECK_MS)
}

/** How far the platform's `Date` is from the suite's clock, in milliseconds; undefined where no answer has one. */
export function offsetOf(exchanges: readonly Exchange[]): number | undefined {
  const offsets = exchanges.flatMap(({ answer, operation, startedAt }) => {
    const date = ELSEWHERE.includes(operation)
      ? Number.NaN
      : Date.parse((answer && header(answer, 'date')) ?? '')
    return Number.isNaN(date) ? [] : [date - startedAt]
  })
  return offsets.toSorted((one, other) => one - other)[Math.floor(offsets.length / 2)]
}
