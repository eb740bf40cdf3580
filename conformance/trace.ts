import type { Exchange } from './exchange.ts'

/** A trace as plain JSON, with each exchange named by its id, since one exchange may stand in it several times. */
export type StoredTrace = unknown

const isExchange = (value: object): value is Exchange =>
  'id' in value && 'operation' in value && 'request' in value

/** Makes a trace storable beside the exchanges that it speaks of. */
export function storeTrace(trace: unknown): StoredTrace {
  if (typeof trace !== 'object' || trace === null) return trace
  if (Array.isArray(trace)) return trace.map(storeTrace)
  if (isExchange(trace)) return { $exchange: trace.id }
  return Object.fromEntries(Object.entries(trace).map(([name, value]) => [name, storeTrace(value)]))
}

/**
 * Puts the exchanges back where they are named.
 *
 * @throws Error when one is named that is not there
 */
export function restoreTrace(stored: StoredTrace, exchanges: readonly Exchange[]): unknown {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const restore = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(restore)
    if ('$exchange' in value) {
      const exchange = byId.get(String(value.$exchange))
      if (exchange === undefined)
        throw new Error(`the trace names an exchange that is not there: ${value.$exchange}`)
      return exchange
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, restore(inner)]))
  }
  return restore(stored)
}
