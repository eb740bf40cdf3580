import type { Exchange } from '../../../conformance/exchange.ts'
import { mayHaveHappened, type QuoteSubject } from '../ledger/quotes.ts'

/** The binds of a quote from the first accepted one on: what was refused before is none. */
export function bindsOf({ requests }: QuoteSubject): readonly Exchange[] {
  const binds = requests.filter(({ operation }) => operation === 'bind')
  const first = binds.findIndex(mayHaveHappened)
  return first < 0 ? [] : binds.slice(first)
}
