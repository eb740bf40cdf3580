import type { Exchange } from '../../../../conformance/exchange.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Lifecycle } from '../../../../spec/lifecycle.ts'
import { succeeded } from '../judge/answer.ts'
import { at, isObject, type JsonObject, jsonOf } from '../judge/json.ts'

/** The quote record in a successful answer to submit or status (2.3), or undefined. */
export const recordOf = onceFor((exchange: Exchange): JsonObject | undefined => {
  if (exchange.operation !== 'submit' && exchange.operation !== 'status') return undefined
  if (!succeeded(exchange)) return undefined
  const data = at(jsonOf(exchange), '/data')
  return isObject(data) ? data : undefined
})

/** An answer that shows a quote record. */
export interface Recorded {
  readonly exchange: Exchange
  readonly record: JsonObject
}

/** Every quote record in the answers, collected once: the claim for each field goes through all of them. */
export const recordsIn = onceFor((exchanges: readonly Exchange[]): readonly Recorded[] =>
  exchanges.flatMap((exchange) => {
    const record = recordOf(exchange)
    return record === undefined ? [] : [{ exchange, record }]
  }),
)

/** The `quote_status` that an answer shows, or undefined. */
export function stateOf(exchange: Exchange): string | undefined {
  const state = recordOf(exchange)?.quote_status
  return typeof state === 'string' ? state : undefined
}

/** The state that an answer shows, under today's name; undefined where it shows none. */
export function presentStateOf(exchange: Exchange | undefined, lifecycle: Lifecycle): string | undefined {
  const state = exchange && stateOf(exchange)
  return state === undefined ? undefined : lifecycle.present(state)
}

/** Longest id that the suite uses in further URLs; any uuid is shorter. */
const LONGEST_ID = 512

/** The `quote_id` that an answer shows; undefined where there is none that can be used in further requests. */
export function quoteIdOf(exchange: Exchange): string | undefined {
  const id = recordOf(exchange)?.quote_id
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : undefined
}

/** Parses a dollar amount: `$1,000,000.00`, `10000`, 10000. Undefined when it is no amount. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/\d/.test(value)) return undefined
  const amount = Number(value.replace(/[$,\s]/g, ''))
  return Number.isFinite(amount) ? amount : undefined
}
