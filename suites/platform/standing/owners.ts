import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'

type Partner = 'own' | 'other'

/** The partner whose valid token and key a request carries; undefined where one is wrong or they belong to different partners. */
export function partnerOf({ request: { credentials } }: Exchange): Partner | undefined {
  const { token = 'none', held: isHeld = false, key } = credentials ?? {}
  if ((token === 'own' || isHeld) && (key === 'primary' || key === 'secondary')) return 'own'
  return (token === 'other-partner' || isHeld) && key === 'other-partner' ? 'other' : undefined
}

/**
 * The partner that each quote was made for, by its id in lower case. Undefined for one that was made with other credentials, such as
 * those of an account that the run opened.
 */
const owners = onceFor((exchanges: readonly Exchange[]): ReadonlyMap<string, Partner | undefined> => {
  const made = exchanges.flatMap((exchange): [string, Partner | undefined][] => {
    const id = exchange.operation === 'submit' ? quoteIdOf(exchange) : undefined
    return id === undefined ? [] : [[id.toLowerCase(), partnerOf(exchange)]]
  })
  return new Map(made)
})

/** Says whether a request carries valid credentials and does not ask for another partner's quote. */
export function isAuthorized(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const partner = partnerOf(exchange)
  if (partner === undefined || exchange.quoteId === undefined) return partner !== undefined
  const [known, id] = [owners(exchanges), exchange.quoteId.toLowerCase()]
  return !known.has(id) || known.get(id) === partner
}
