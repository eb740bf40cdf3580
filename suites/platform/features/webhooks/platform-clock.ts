import { type Exchange, header } from '../../../../conformance/exchange.ts'
import { onceFor } from '../../../../conformance/once.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import { readIso } from './iso.ts'

/** What an answer shows of the platform's own clock (R24). */
interface ClockReading {
  readonly from: 'Date' | 'created_at'
  /** Target time when the request went out, in milliseconds since the scenario began. */
  readonly targetMs: number
  /** Milliseconds since the epoch by the platform's clock. */
  readonly ms: number
}

/** Two moments by the platform's clock, in milliseconds since the epoch, between which something happened. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Servers of tokens and of operators may go by clocks of their own. */
const ELSEWHERE: readonly string[] = ['operator', 'token', 'delivery', 'effects', 'other']

const readingsOf = onceFor((exchanges: readonly Exchange[]): readonly ClockReading[] =>
  exchanges.flatMap((exchange) => {
    const { answer, targetMs } = exchange
    if (answer === undefined || ELSEWHERE.includes(exchange.operation)) return []
    const date = Date.parse(header(answer, 'date') ?? '')
    const created = exchange.operation === 'submit' ? readIso(recordOf(exchange)?.created_at) : undefined
    return [
      ...(Number.isNaN(date) ? [] : [{ from: 'Date', targetMs, ms: date } as const]),
      ...(created?.zoned ? [{ from: 'created_at', targetMs, ms: created.ms } as const] : []),
    ]
  }),
)

/**
 * When something happened by the platform's clock, as each kind of reading has it. Where a clock is moved the two may be far
 * apart: what a server puts into `Date` need not move with it. The nearest reading counts, since the clock may also run on.
 *
 * @param earliest target time in milliseconds since the scenario began
 */
export function byPlatformClock(
  exchanges: readonly Exchange[],
  earliest: number,
  latest: number,
): readonly (Span & { readonly kind: ClockReading['from'] })[] {
  const readings = readingsOf(exchanges)
  return (['Date', 'created_at'] as const).flatMap((kind) => {
    const distance = ({ targetMs }: ClockReading) => Math.abs(targetMs - latest)
    const own = readings.filter(({ from }) => from === kind)
    const [first] = own
    if (first === undefined) return []
    const { ms, targetMs } = own.reduce((best, one) => (distance(one) < distance(best) ? one : best), first)
    return [{ kind, from: ms + earliest - targetMs, to: ms + latest - targetMs }]
  })
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
