import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import { documentCell } from '../../../spec/documents.ts'
import { QUOTE_STATES } from '../../../spec/lifecycle.ts'
import { historiesOf, isBefore, mayHaveSucceeded } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { matches, notYet, type StatedCell } from '../vocabulary/documents/cells.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'

/** The answer of a document endpoint while the quote stayed in one state. */
interface InState {
  readonly name: DocumentName
  readonly state: string
  readonly exchange: Exchange
  /** The same document was served before, and nothing has been written since. */
  readonly wasThere: boolean
}

/**
 * Statements about each document in each state (3.documents, R17, R18). The quote showed the same state before and after the request,
 * and nobody wrote in between. No state is left and entered again without an update.
 */
export const documentCellClaims: readonly PlatformStandingClaim[] = DOCUMENTS.flatMap((name) =>
  QUOTE_STATES.map((state) =>
    relying(
      ['requests'],
      standing(`${name}-in-${state.replaceAll('_', '-')}`, (facts) => {
        const cell = documentCell(facts.spec.documents, name, state)
        if (cell.expect === 'open') return undefined
        const shown = facts.spec.lifecycle.named(state) ?? state
        const own = inStates(facts).filter((one) => one.name === name && one.state === shown)
        return own.length === 0 ? undefined : all(own.map((one) => holds(one, cell)))
      }),
    ),
  ),
)

function holds({ exchange, wasThere }: InState, cell: StatedCell): Verdict {
  const mayWait = cell.expect === 'available' && cell.after !== undefined && !wasThere
  return mayWait && !succeeded(exchange) ? notYet(exchange, cell) : matches(exchange, cell)
}

/** Codes that depend on the quote. Others are of the moment, of the credentials, or of headers of the request. */
const OF_THE_QUOTE = [400, 403, 404, 409, 410, 422]

/** States in which no re-rating can begin. */
const LASTING: readonly string[] = ['bound', 'issued', 'declined', 'failed']

const CONDITIONAL = /^(range|if-.*)$/i

const isOfTheQuote = (exchange: Exchange): boolean =>
  (succeeded(exchange) || OF_THE_QUOTE.includes(exchange.answer?.status ?? 0)) &&
  !exchange.request.headers.some(([name]) => CONDITIONAL.test(name))

/** A begin is known in whole milliseconds, and a duration more exactly. */
const ROUNDED_MS = 1

/**
 * Says whether one exchange ended before another began. By the suite's clock they may overlap by less than it shows: then their order
 * decides, in which an exchange stands from its begin. In a recording both have to be in one file.
 */
function precedes(one: Exchange, other: Exchange, ledger: Ledger): boolean {
  if (isRecorded(ledger)) return isBefore(one, other, ledger)
  const beginsAfterMs = other.startedAt - (one.startedAt + one.elapsedMs)
  return beginsAfterMs >= 0 || (beginsAfterMs > -ROUNDED_MS && isBefore(one, other, ledger, ledger.exchanges))
}

const documentOf = ({ operation }: Exchange): DocumentName | undefined =>
  DOCUMENTS.find((name) => name === operation)

const isWrite = (exchange: Exchange): boolean =>
  (exchange.operation === 'update' || exchange.operation === 'bind') && mayHaveSucceeded(exchange)

const inStates = onceFor((ledger: Ledger): readonly InState[] =>
  historiesOf(ledger.exchanges).flatMap(({ exchanges }) => {
    const reads = exchanges.filter((one) => stateOf(one) !== undefined)
    const writes = exchanges.filter(isWrite)
    /** Nothing was written from the beginning of one exchange to the end of another. */
    const isQuiet = (from: Exchange, to: Exchange) =>
      writes.every((one) => precedes(one, from, ledger) || precedes(to, one, ledger))
    // A re-rating that an update has queued may begin later, and end between two reads (R10).
    const isRated = (state: string, exchange: Exchange) =>
      LASTING.includes(state) ||
      exchanges.every((one) => one.operation !== 'update' || !isWrite(one) || precedes(exchange, one, ledger))
    return exchanges.flatMap((exchange): InState[] => {
      const name = documentOf(exchange)
      if (name === undefined || !isOfTheQuote(exchange) || !isAuthorized(exchange, ledger)) return []
      const before = reads.findLast((one) => precedes(one, exchange, ledger))
      const after = reads.find((one) => precedes(exchange, one, ledger))
      const state = before && stateOf(before)
      if (before === undefined || after === undefined || state === undefined) return []
      if (stateOf(after) !== state || !isQuiet(before, after) || !isRated(state, after)) return []
      const wasThere = exchanges.some(
        (one) =>
          one.operation === name &&
          one.answer?.status === 200 &&
          precedes(one, exchange, ledger) &&
          isQuiet(one, exchange) &&
          // In another state it may have been another document.
          reads.every(
            (read) =>
              stateOf(read) === state || precedes(read, one, ledger) || precedes(exchange, read, ledger),
          ) &&
          reads.some((read) => stateOf(read) === state && precedes(read, one, ledger)),
      )
      return [{ name, state, exchange, wasThere }]
    })
  }),
)
