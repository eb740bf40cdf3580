import type { Exchange } from '../../conformance/exchange.ts'
import { awaitedValue, readsQuote } from './key.ts'

/** One step of a script. */
export interface ScriptStep {
  readonly kind: 'send' | 'wait' | 'show'
  readonly exchange: Exchange
  /** True where the answer has, at the place of the finding, the value that was expected of the answer with the breach. */
  readonly isStandard?: true
  /** Set for successive reads that waited for a result. */
  readonly row?: ReadSeries
}

/** Successive reads of the same thing. */
export interface ReadSeries {
  readonly reads: number
  /** The largest move of the clock between two of them, in milliseconds; absent where it was not moved. */
  readonly moved?: number
  /** How long the last reads showed the same, in milliseconds of the target's time. */
  readonly steadyMs: number
}

/** Folds successive reads of the same thing into one step. Only moves of the clock may lie between them. */
export function foldedReads(
  exchanges: readonly Exchange[],
  shown: Exchange,
  standard: Exchange | undefined,
): readonly ScriptStep[] {
  const steps: ScriptStep[] = []
  let row: Exchange[] = []
  /** Moves of the clock since the last read of the row. */
  let moves: Exchange[] = []
  let moved = 0
  const close = () => {
    const [last] = row.slice(-1)
    if (last !== undefined) steps.push(stepOf(last, shown, standard, rowOf(row, moved)))
    steps.push(...moves.map((exchange) => ({ kind: 'send', exchange }) as const))
    row = []
    moves = []
    moved = 0
  }
  for (const exchange of exchanges) {
    if (exchange.action?.name === 'advance_clock') {
      moves.push(exchange)
      continue
    }
    const [last] = row.slice(-1)
    if (readsQuote(exchange) && last !== undefined && last !== standard && isSame(last, exchange)) {
      moved = Math.max(moved, ...moves.map(({ action }) => action?.milliseconds ?? 0))
      moves = []
      row.push(exchange)
      continue
    }
    close()
    if (readsQuote(exchange)) row = [exchange]
    else steps.push(stepOf(exchange, shown, standard))
  }
  close()
  return steps.filter((step, index) => isOfUse(step, steps.slice(0, index)))
}

/** Waiting helps only for answers that succeed, and only once as long as nothing was changed. */
function isOfUse({ kind, exchange, isStandard }: ScriptStep, before: readonly ScriptStep[]): boolean {
  if (kind !== 'wait' || isStandard) return true
  if ((exchange.answer?.status ?? 0) >= 400) return false
  const since = before.slice(before.findLastIndex((one) => one.kind === 'send') + 1)
  return !since.some(
    (one) => isSame(one.exchange, exchange) && awaitedValue(one.exchange) === awaitedValue(exchange),
  )
}

function stepOf(
  exchange: Exchange,
  shown: Exchange,
  standard: Exchange | undefined,
  row?: ReadSeries,
): ScriptStep {
  return {
    kind: exchange === shown ? 'show' : row === undefined ? 'send' : 'wait',
    exchange,
    ...(exchange === standard && { isStandard: true }),
    ...(row !== undefined && { row }),
  }
}

function rowOf(reads: readonly Exchange[], moved: number): ReadSeries {
  const [last] = reads.slice(-1)
  const key = last && awaitedValue(last)
  const steady = reads.slice(reads.findLastIndex((read) => awaitedValue(read) !== key) + 1)
  return {
    reads: reads.length,
    ...(moved > 0 && { moved }),
    steadyMs: (last?.targetMs ?? 0) - (steady[0]?.targetMs ?? 0),
  }
}

function isSame(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.request, other.request]
  return (
    a.url === b.url &&
    a.credentials?.token === b.credentials?.token &&
    a.credentials?.key === b.credentials?.key
  )
}
