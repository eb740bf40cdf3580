import type { Exchange } from '../../../conformance/exchange.ts'
import { type Ledger, lacksRequests } from '../../../conformance/ledger.ts'
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
 * those of an account that the run opened. Where its submission is not known, it is the partner's that could read it.
 */
const owners = onceFor(
  (exchanges: readonly Exchange[]): ReadonlyMap<string, Partner | undefined> =>
    new Map([...partnersShown(exchanges), ...submitters(exchanges)]),
)

/** The partner whose request each quote was the answer to. */
const partnersShown = (exchanges: readonly Exchange[]): readonly (readonly [string, Partner | undefined])[] =>
  exchanges.flatMap((exchange) => {
    const id = quoteIdOf(exchange)?.toLowerCase()
    return id === undefined ? [] : [[id, partnerOf(exchange)] as const]
  })

/** The same for submissions alone. */
const submitters = onceFor(
  (exchanges: readonly Exchange[]) =>
    new Map(partnersShown(exchanges.filter(({ operation }) => operation === 'submit'))),
)

/** Says whether a request with valid credentials is about a quote that was submitted for another partner. */
export function isOfOthers(exchange: Exchange, { exchanges }: Pick<Ledger, 'exchanges'>): boolean {
  const partner = partnerOf(exchange)
  const owner = submitters(exchanges).get(exchange.quoteId?.toLowerCase() ?? '')
  return partner !== undefined && owner !== undefined && owner !== partner
}

/** Says whether a request carries valid credentials and makes a quote, or asks for one that was made with the same partner's. */
export function asksForOwn(exchange: Exchange, { exchanges }: Pick<Ledger, 'exchanges'>): boolean {
  const { operation, quoteId } = exchange
  const partner = partnerOf(exchange)
  if (partner === undefined || quoteId === undefined) return partner !== undefined && operation === 'submit'
  return owners(exchanges).get(quoteId.toLowerCase()) === partner
}

/** Says whether a request carries valid credentials and does not ask for another partner's quote. */
export function isAuthorized(exchange: Exchange, ledger: Pick<Ledger, 'exchanges' | 'whole'>): boolean {
  const partner = partnerOf(exchange)
  if (partner === undefined || exchange.quoteId === undefined) return partner !== undefined
  const [known, id] = [owners(ledger.exchanges), exchange.quoteId.toLowerCase()]
  // A quote that nobody is known to have may be another partner's, where its submission may be missing.
  return known.has(id) ? known.get(id) === partner : !lacksRequests(ledger)
}
