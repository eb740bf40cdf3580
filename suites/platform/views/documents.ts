import type { Exchange } from '../../../conformance/exchange.ts'
import type { SeenDocument } from '../../../conformance/views.ts'
import { historiesOf } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { counted } from './counted.ts'

/** Counts the answers to document requests between two reads that show the same state. */
export function seenDocuments(exchanges: readonly Exchange[]): readonly SeenDocument[] {
  return counted(
    historiesOf(exchanges).flatMap(({ exchanges: own }) =>
      own.flatMap((exchange, place): Omit<SeenDocument, 'times'>[] => {
        const { operation, answer } = exchange
        // A refusal for credentials, or of another partner's quote, says nothing about the document.
        if (!isDocument(operation) || !isAuthorized(exchange, { exchanges })) return []
        // The token may have expired.
        if (answer?.status === 401) return []
        const before = stateOfLast(own.slice(0, place))
        const after = own
          .slice(place + 1)
          .map(stateOf)
          .find((state) => state !== undefined)
        if (before === undefined || before !== after) return []
        return [{ document: operation, state: before, answer: String(answer?.status ?? 'no answer') }]
      }),
    ),
  )
}

const isDocument = (operation: string): boolean => (DOCUMENTS as readonly string[]).includes(operation)

const stateOfLast = (exchanges: readonly Exchange[]): string | undefined =>
  exchanges.map(stateOf).findLast((state) => state !== undefined)
