import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger, partial } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { HELD_BY } from '../vocabulary/operator/hold.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { ABSENCE_MS } from '../vocabulary/quotes/poll.ts'
import { presentStateOf, stateOf } from '../vocabulary/quotes/record.ts'
import { isDone } from './endpoints.ts'
import { historiesOf, isBefore, mayHaveSucceeded, type QuoteExchanges } from './history.ts'
import { isAuthorized } from './owners.ts'
import { endOf, isOver, readFrom } from './timeline.ts'

/** The answer of a document endpoint while the quote was in one state. */
export interface DocumentInState {
  readonly name: DocumentName
  /** Today's name of the state. */
  readonly state: string
  readonly exchange: Exchange
  /** Earlier answers of the endpoint, oldest first. The quote has stayed in the state since, and nothing has been written. */
  readonly earlier: readonly Exchange[]
}

/**
 * The answers of document endpoints whose state is known: the reads before and after each show the same one, and nobody wrote in between.
 * No state is left and entered again without an update.
 */
export const documentsInStates = onceFor((facts: Facts<Spec>): readonly DocumentInState[] =>
  historiesOf(facts.exchanges).flatMap((history) => {
    if (!history.exchanges.some(isOfDocument)) return []
    const stay = staysOf(history, facts)
    const known: DocumentInState[] = []
    for (const exchange of history.exchanges) {
      const name = documentOf(exchange)
      const state = name && isOfTheQuote(exchange, facts) ? stay.stateAt(exchange) : undefined
      if (name === undefined || state === undefined) continue
      const earlier = known.filter(
        (one) => one.name === name && one.state === state && stay.lasts(one.exchange, exchange),
      )
      known.push({ name, state, exchange, earlier: earlier.map((one) => one.exchange) })
    }
    return known
  }),
)

const documentOf = ({ operation }: Exchange): DocumentName | undefined =>
  DOCUMENTS.find((name) => name === operation)

const isOfDocument = (exchange: Exchange): boolean => documentOf(exchange) !== undefined

/** Codes that depend on the quote. Others are of the moment, of the credentials, or of headers of the request. */
const OF_THE_QUOTE = [400, 403, 404, 409, 410, 422]

const CONDITIONAL = /^(range|if-.*)$/i

/** Says whether an answer depends on the quote. An internal error does, unless an operator may have caused it. */
function isOfTheQuote(exchange: Exchange, ledger: Ledger): boolean {
  const { answer, request } = exchange
  if (answer === undefined || !isAuthorized(exchange, ledger)) return false
  if (request.headers.some(([name]) => CONDITIONAL.test(name))) return false
  return (
    succeeded(exchange) ||
    OF_THE_QUOTE.includes(answer.status) ||
    (answer.status === 500 && !mayBeMadeToFail(ledger))
  )
}

const mayBeMadeToFail = (ledger: Ledger): boolean =>
  partial(ledger).includes('operator') ||
  ledger.exchanges.some(({ action }) => action?.name === 'fail_requests')

/** States in which no re-rating can begin. */
const LASTING: readonly string[] = ['bound', 'issued', 'declined', 'failed']

/** For states that otherwise last, the requests that end them, without updates. Reads that lag may show the state even afterwards. */
const ENDED_BY: Readonly<Record<string, (one: Exchange, quoteId: string) => boolean>> = {
  ready_to_bind: (one) => one.operation === 'bind' && mayHaveSucceeded(one),
  underwriter_review: ({ action }, quoteId) =>
    /^review_(approve|decline)$/.test(action?.name ?? '') && action?.values?.quote_id === quoteId,
  approved_rate: ({ action }) => action?.name === 'onboard_broker',
}

interface Stays {
  /** The state that a quote was in at an exchange; undefined where it is not known. */
  stateAt(exchange: Exchange): string | undefined
  /** Says whether a quote stayed in its state, with nothing written, from one exchange to a later one. */
  lasts(from: Exchange, to: Exchange): boolean
}

function staysOf({ quoteId, exchanges }: QuoteExchanges, facts: Facts<Spec>): Stays {
  const precede = (one: Exchange, other: Exchange) => precedes(one, other, facts)
  const reads = exchanges.filter((one) => stateOf(one) !== undefined)
  const writes = exchanges.filter(isWrite)
  const shown = (read: Exchange) => presentStateOf(read, facts.spec.lifecycle)
  const isQuiet = (from: Exchange, to: Exchange) =>
    writes.every((one) => precede(one, from) || precede(to, one))

  /** A re-rating that an update has queued may begin later, and end between two reads (R10). */
  const isRated = (state: string, before: Exchange) =>
    LASTING.includes(state) ||
    writes.every((one) => one.operation !== 'update' || precede(before, one) || hasRested(one, before, facts))
  /** The read before shows the state as it was after everything that ends it. */
  const isUpToDate = (state: string, before: Exchange) => {
    const ends = ENDED_BY[state]
    const from = readFrom(before, facts)
    return (
      ends === undefined ||
      facts.exchanges.every((one) => !ends(one, quoteId) || precede(before, one) || endOf(one).suiteMs < from)
    )
  }
  /** A state that ends by itself is still there if its work is held. It is so too if a later read shows it, which cannot lag so far. */
  const isStillThere = (state: string, exchange: Exchange) => {
    const work = HELD_BY[state as QuoteState]
    if (work === undefined) return true
    const cause = exchanges.find(
      (one) => one.operation === (work === 'issue' ? 'bind' : 'submit') && mayHaveSucceeded(one),
    )
    const isHeld =
      cause !== undefined &&
      holdsOf(work, facts).some(({ from, to }) => from <= cause.startedAt && endOf(exchange).suiteMs <= to)
    return (
      isHeld ||
      reads.some((read) => shown(read) === state && readFrom(read, facts) >= endOf(exchange).suiteMs)
    )
  }

  return {
    stateAt(exchange) {
      const before = reads.findLast((one) => precede(one, exchange))
      const after = reads.find((one) => precede(exchange, one))
      const state = before && shown(before)
      if (before === undefined || after === undefined || state === undefined) return undefined
      const isKnown =
        shown(after) === state &&
        isQuiet(before, after) &&
        isRated(state, before) &&
        isUpToDate(state, before) &&
        isStillThere(state, exchange)
      return isKnown ? state : undefined
    },
    lasts: (from, to) =>
      precede(from, to) &&
      isQuiet(from, to) &&
      reads.every(
        (read) => precede(read, from) || precede(to, read) || shown(read) === shown(beforeOf(from)),
      ),
  }

  function beforeOf(exchange: Exchange): Exchange {
    return reads.findLast((one) => precede(one, exchange)) ?? exchange
  }
}

const isWrite = (exchange: Exchange): boolean =>
  (exchange.operation === 'update' || exchange.operation === 'bind') && mayHaveSucceeded(exchange)

/** Says whether so much time lies between an update and a read that its re-rating has begun, if there is one. */
function hasRested(update: Exchange, read: Exchange, ledger: Ledger): boolean {
  const { deadlines } = ledger.target ?? {}
  if (deadlines === undefined) return false
  const to = { suiteMs: read.startedAt, targetMs: read.targetMs }
  return isOver(endOf(update).suiteMs, to, Math.min(deadlines.issue, ABSENCE_MS), ledger)
}

/** When an operator held a kind of work, on the suite's clock. */
function holdsOf(work: 'rating' | 'issue', { exchanges }: Ledger): readonly { from: number; to: number }[] {
  const named = (name: string) => exchanges.filter(({ action }) => action?.name === `${name}_${work}`)
  return named('hold')
    .filter(isDone)
    .map((hold) => {
      const from = endOf(hold).suiteMs
      const release = named('release').find(({ startedAt }) => startedAt >= from)
      return { from, to: release?.startedAt ?? Number.POSITIVE_INFINITY }
    })
}

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
