import type { Exchange } from '../../conformance/exchange.ts'
import { onceFor } from '../../conformance/once.ts'
import { submittedQuoteId } from './key.ts'

/** Exchanges of a scenario, indexed by what scripts look up. */
export interface EvidenceIndex {
  /** Position in the order of sending, by exchange id. */
  readonly places: ReadonlyMap<string, number>
  /** Submissions that made a quote, by quote id. */
  readonly made: ReadonlyMap<string, Exchange>
  /** The first operator request of each action. */
  readonly actions: ReadonlyMap<string, Exchange>
  readonly token?: Exchange
  /** Origins of the platform's addresses: a run on the embedded sandbox has several. */
  readonly origins: ReadonlySet<string>
}

/** Stands for the method where an operator action is a program. */
export const PROGRAM = 'RUN'

/** Makes the index of a scenario's exchanges, once: each finding uses it again. */
export const indexOf = onceFor((exchanges: readonly Exchange[]): EvidenceIndex => {
  const places = new Map<string, number>()
  const made = new Map<string, Exchange>()
  const actions = new Map<string, Exchange>()
  const origins = new Set<string>()
  let token: Exchange | undefined
  for (const [place, exchange] of exchanges.entries()) {
    const { id, operation, action, request } = exchange
    places.set(id, place)
    const quote = submittedQuoteId(exchange)
    if (quote !== undefined) made.set(quote, exchange)
    if (action !== undefined && request.method !== PROGRAM && !actions.has(action.name))
      actions.set(action.name, exchange)
    if (operation === 'token' && request.method === 'POST') token ??= exchange
    if (request.credentials !== undefined) origins.add(originOf(exchange))
  }
  return { places, made, actions, origins, ...(token !== undefined && { token }) }
})

const SCHEME = /^[a-z]+:\/\/[^/]*/i

/** Scheme, host and port of an exchange's address. */
export const originOf = ({ request }: Exchange): string => SCHEME.exec(request.url)?.[0] ?? ''
