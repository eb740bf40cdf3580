import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { HELD_BY } from '../vocabulary/operator/hold.ts'
import { ABSENCE_MS } from '../vocabulary/quotes/poll.ts'
import { presentStateOf, stateOf } from '../vocabulary/quotes/record.ts'
import { isDone } from './endpoints.ts'
import { actionsIn, isBefore, mayHaveSucceeded, type QuoteExchanges } from './history.ts'
import { endOf, grainOf, isOver, readFrom } from './timeline.ts'

/** States in which no re-rating can begin. */
const LASTING: readonly string[] = ['bound', 'issued', 'declined', 'failed']

/**
 * Requests that end a state which otherwise lasts, besides updates: one about the quote, or the onboarding of any broker. Reads that lag may show
 * the state even afterwards.
 */
const ENDED_BY: Readonly<Record<string, (one: Exchange, quoteId: string) => boolean>> = {
  ready_to_bind: (one, quoteId) =>
    one.operation === 'bind' && one.quoteId === quoteId && mayHaveSucceeded(one),
  underwriter_review: ({ action }, quoteId) =>
    /^review_(approve|decline)$/.test(action?.name ?? '') && action?.values?.quote_id === quoteId,
  approved_rate: ({ action }) => action?.name === 'onboard_broker',
}

/** When a quote was in which state, as far as its reads and requests tell. */
export interface Stays {
  /** The state that a quote was in at an exchange; undefined where it is not known. */
  stateAt(exchange: Exchange): string | undefined
  /** The last read before an exchange that shows a state. */
  readBefore(exchange: Exchange): Exchange | undefined
  /** Says whether a quote stayed in its state, with nothing written, from one exchange to a later one. */
  lasts(from: Exchange, to: Exchange): boolean
}

/**
 * Tells in which state a quote was at a request. The reads before and after it show the same one, and nobody wrote in between. No state is left
 * and entered again without an update.
 */
export function staysOf({ quoteId, exchanges }: QuoteExchanges, facts: Facts<Spec>): Stays {
  const precede = (one: Exchange, other: Exchange) => precedes(one, other, facts)
  const reads = exchanges.filter((one) => stateOf(one) !== undefined)
  const writes = exchanges.filter(isWrite)
  const shown = (read: Exchange) => presentStateOf(read, facts.spec.lifecycle)
  const isQuiet = (from: Exchange, to: Exchange, but?: Exchange) =>
    writes.every((one) => one === but || precede(one, from) || precede(to, one))

  /** A re-rating that an update has queued may begin later, and end between two reads (R10). */
  const isRated = (state: string, before: Exchange, exchange: Exchange) =>
    LASTING.includes(state) ||
    writes.every(
      (one) =>
        one.operation !== 'update' ||
        precede(before, one) ||
        (hasRested(one, before, facts) && isShownLater(state, exchange)),
    )
  /** A later read, which cannot lag so far, still shows the state. */
  const isShownLater = (state: string, exchange: Exchange) =>
    reads.some((read) => shown(read) === state && readFrom(read, facts) >= endOf(exchange).suiteMs)
  /** The read after shows what became of everything that ends the state. */
  const isUpToDate = (state: string, after: Exchange) => {
    const ends = ENDED_BY[state]
    const isSeen = (one: Exchange) => endOf(one).suiteMs < readFrom(after, facts)
    const mayEnd = [...exchanges, ...actionsIn(facts.exchanges)]
    return (
      ends === undefined || mayEnd.every((one) => !ends(one, quoteId) || isSeen(one) || precede(after, one))
    )
  }
  /** A state that ends by itself is still there if its work is held, or if a later read shows it. */
  const isStillThere = (state: string, exchange: Exchange) => {
    const work = HELD_BY[state as QuoteState]
    // A bound quote can only be issued meanwhile, which allows no more updates and binds (R14, R16).
    if (work === undefined || (state === 'bound' && isChange(exchange))) return true
    const cause = exchanges.find(
      (one) => one.operation === (work === 'issue' ? 'bind' : 'submit') && mayHaveSucceeded(one),
    )
    const isHeld =
      cause !== undefined &&
      holdsOf(work, facts).some(({ from, to }) => from <= cause.startedAt && endOf(exchange).suiteMs <= to)
    return isHeld || isShownLater(state, exchange)
  }

  const readBefore = (exchange: Exchange) => reads.findLast((one) => precede(one, exchange))

  return {
    readBefore,
    stateAt(exchange) {
      const before = readBefore(exchange)
      const after = reads.find((one) => precede(exchange, one))
      const state = before && shown(before)
      if (before === undefined || after === undefined || state === undefined) return undefined
      const isKnown =
        shown(after) === state &&
        isQuiet(before, after, exchange) &&
        isRated(state, before, exchange) &&
        isUpToDate(state, after) &&
        isStillThere(state, exchange)
      return isKnown ? state : undefined
    },
    lasts(from, to) {
      if (!precede(from, to) || !isQuiet(from, to)) return false
      const state = shown(readBefore(from) ?? from)
      return reads.every((read) => precede(read, from) || precede(to, read) || shown(read) === state)
    },
  }
}

const isChange = ({ operation }: Exchange): boolean => operation === 'update' || operation === 'bind'

const isWrite = (exchange: Exchange): boolean => isChange(exchange) && mayHaveSucceeded(exchange)

/**
 * Says whether so much time lies between an update and a read that its re-rating has begun, if there is one. It begins after the release
 * of a hold (R10).
 */
export function hasRested(update: Exchange, read: Exchange, ledger: Ledger): boolean {
  const { deadlines } = ledger.target ?? {}
  if (deadlines === undefined) return false
  const releases = holdsOf('rating', ledger)
    .filter(({ from, releasedAt }) => from <= read.startedAt && releasedAt >= update.startedAt)
    .map(({ releasedAt }) => releasedAt)
  const from = Math.max(endOf(update).suiteMs, ...releases)
  const to = { suiteMs: read.startedAt, targetMs: read.targetMs }
  return isOver(from, to, Math.min(deadlines.issue, ABSENCE_MS), ledger)
}

interface Hold {
  readonly from: number
  /** The work is surely held until then: somebody begins to release it. */
  readonly to: number
  /** The work surely goes on from then. Both are infinite without a release. */
  readonly releasedAt: number
}

/** When an operator held a kind of work, on the suite's clock. */
export const holdsOf = (work: 'rating' | 'issue', { exchanges }: Ledger): readonly Hold[] =>
  holdsIn(exchanges)[work]

const holdsIn = onceFor((exchanges: readonly Exchange[]) => {
  const actions = actionsIn(exchanges)
  const holds = (work: string): readonly Hold[] => {
    const named = (name: string) => actions.filter(({ action }) => action?.name === `${name}_${work}`)
    return named('hold')
      .filter(isDone)
      .map((hold) => {
        const from = endOf(hold).suiteMs
        const releases = named('release').filter(({ startedAt }) => startedAt >= from)
        const [first, done] = [releases[0], releases.find(isDone)]
        return {
          from,
          to: first?.startedAt ?? Number.POSITIVE_INFINITY,
          releasedAt: done === undefined ? Number.POSITIVE_INFINITY : endOf(done).suiteMs,
        }
      })
  }
  return { rating: holds('rating'), issue: holds('issue') }
})

/**
 * Says whether one exchange ended before another began. By the suite's clock they may overlap by less than it shows: then their order
 * decides, in which an exchange stands from its begin. In a recording both have to be in one file.
 */
export function precedes(one: Exchange, other: Exchange, ledger: Ledger): boolean {
  if (isRecorded(ledger)) return isBefore(one, other, ledger)
  const beginsAfterMs = other.startedAt - (one.startedAt + one.elapsedMs)
  return (
    beginsAfterMs >= 0 || (beginsAfterMs > -grainOf(other) && isBefore(one, other, ledger, ledger.exchanges))
  )
}
