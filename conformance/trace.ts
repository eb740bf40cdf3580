import type { Exchange } from './exchange.ts'
import type { Arrival } from './ports/webhooks.ts'

/** A trace as plain JSON, with exchanges and arrivals named by their ids, since one may stand in it several times. */
export type StoredTrace = unknown

/** Evidence that a trace refers to. */
export interface TraceEvidence {
  readonly exchanges: readonly Exchange[]
  readonly arrivals: readonly Arrival[]
}

const isExchange = (value: object): value is Exchange =>
  'id' in value && 'operation' in value && 'request' in value

const isArrival = (value: object): value is Arrival =>
  'id' in value && 'bodySha256' in value && 'answered' in value

/**
 * Makes a trace storable beside the evidence that it speaks of. An arrival that differs from the recorded one (it was seen
 * before it had ended) is stored whole.
 *
 * @param show makes an arrival fit to be stored
 * @throws TypeError for what JSON cannot hold: functions, maps, sets, dates, bytes
 */
export function storeTrace(
  trace: unknown,
  arrivals: readonly Arrival[] = [],
  show: (arrival: Arrival) => Arrival = (same) => same,
): StoredTrace {
  const byId = new Map(arrivals.map((arrival) => [arrival.id, arrival]))
  const store = (value: unknown): unknown => {
    if (typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol')
      throw new TypeError(`a trace cannot hold a ${typeof value}`)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(store)
    if (isExchange(value)) return { $exchange: value.id }
    if (isArrival(value)) return isSame(byId.get(value.id), value) ? { $arrival: value.id } : show(value)
    const kind = Object.getPrototypeOf(value)
    if (kind !== Object.prototype && kind !== null)
      throw new TypeError(`a trace cannot hold a ${kind.constructor?.name}`)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, store(inner)]))
  }
  return store(trace)
}

function isSame(recorded: Arrival | undefined, seen: Arrival): boolean {
  return recorded !== undefined && (recorded === seen || JSON.stringify(recorded) === JSON.stringify(seen))
}

/**
 * Puts exchanges and arrivals back where they are named.
 *
 * @throws Error when one is named that is not there
 */
export function restoreTrace(stored: StoredTrace, evidence: Partial<TraceEvidence>): unknown {
  const exchanges = new Map(evidence.exchanges?.map((exchange) => [exchange.id, exchange]))
  const arrivals = new Map(evidence.arrivals?.map((arrival) => [arrival.id, arrival]))
  const named = <T>(all: ReadonlyMap<string, T>, id: unknown): T => {
    const found = all.get(String(id))
    if (found === undefined) throw new Error(`the trace names evidence that is not there: ${id}`)
    return found
  }
  const restore = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(restore)
    if ('$exchange' in value) return named(exchanges, value.$exchange)
    if ('$arrival' in value) return named(arrivals, value.$arrival)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, restore(inner)]))
  }
  return restore(stored)
}
