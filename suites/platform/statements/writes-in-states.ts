import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import { QUOTE_STATES, type QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isPrepared } from '../ledger/documents.ts'
import { historiesOf, mayHaveSucceeded, type QuoteExchanges } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { isComparable, submissionIn } from '../ledger/rates.ts'
import { precedes, staysOf } from '../ledger/stays.ts'
import { byEitherClock, endOf, isOver } from '../ledger/timeline.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import {
  isBrokenOff,
  isPutOff,
  statusClassIs,
  statusClassIsNot,
  statusIs,
  succeeded,
} from '../vocabulary/judge/answer.ts'
import { sentJsonOf } from '../vocabulary/judge/json.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import { isUsualUpdate } from '../vocabulary/updates/changes.ts'
import { type JudgedAnswer, ofTheirQuotes } from './under-quotes.ts'

type Write = 'update' | 'bind'

/** The states that allow each request (4.rule.3, 4.rule.4). */
const ALLOWED: Readonly<Record<Write, readonly QuoteState[]>> = {
  update: ['ready_to_bind', 'approved_rate'],
  bind: ['ready_to_bind'],
}

/** Makes a statement about the requests of a kind that judge a state. */
const ofWrites = (
  requirement: string,
  write: Write,
  judge: (one: WriteInState) => Verdict | undefined,
): PlatformStandingClaim =>
  relying(
    ['requests'],
    standing(requirement, (facts) => {
      const judged = writesInStates(facts).flatMap((one): JudgedAnswer[] => {
        const verdict = one.exchange.operation === write ? judge(one) : undefined
        return verdict === undefined ? [] : [{ exchange: one.exchange, verdict }]
      })
      return ofTheirQuotes(judged, facts)
    }),
  )

const nameOf = (write: Write, state: string): string => `${write}-in-${state.replaceAll('_', '-')}`

/** Statements about updates and binds in each state, whatever happened to the quote before (4.rule.3, 4.rule.4, R13 to R16). */
export const writeStatements: readonly PlatformStandingClaim[] = [
  ...(['update', 'bind'] as const).flatMap((write) =>
    QUOTE_STATES.filter((state) => !ALLOWED[write].includes(state)).map((state) =>
      ofWrites(nameOf(write, state), write, ({ exchange, during, isUsual }) =>
        during === state ? refused(exchange, isUsual) : undefined,
      ),
    ),
  ),
  ...ALLOWED.update.map((state) =>
    ofWrites(nameOf('update', state), 'update', ({ exchange, allowedIn }) =>
      allowedIn === state ? statusClassIs(exchange, 2) : undefined,
    ),
  ),
  ...['bind-in-ready-to-bind', 'bind-answers-202'].map((requirement) =>
    ofWrites(requirement, 'bind', ({ exchange, allowedIn }) =>
      allowedIn === undefined ? undefined : statusIs(exchange, 202),
    ),
  ),
  ofWrites('update-leaves-quote-bindable', 'bind', ({ exchange, allowedIn, isUpdated }) =>
    allowedIn === undefined || !isUpdated ? undefined : statusIs(exchange, 202),
  ),
]

/** Judges that a request was refused. A refusal of other credentials, or of an unusual body, decides nothing here. */
function refused(exchange: Exchange, isUsual: boolean): Verdict | undefined {
  const { answer } = exchange
  if (answer === undefined || answer.status >= 500) return undefined
  return succeeded(exchange) || (isUsual && answer.status !== 401) ? statusClassIsNot(exchange, 2) : undefined
}

/** A request that changes a quote. */
interface WriteInState {
  readonly exchange: Exchange
  /** The state in which the quote was; absent where it is not known. */
  readonly during?: string
  /** The state that allows it, where no right platform can have refused it. */
  readonly allowedIn?: string
  /** Nothing about its body is debatable. */
  readonly isUsual: boolean
  /** An update of the quote was accepted before. */
  readonly isUpdated: boolean
}

const writesInStates = onceFor((facts: Facts<Spec>): readonly WriteInState[] =>
  historiesOf(facts.exchanges).flatMap((history) => {
    const writes = history.exchanges.filter((one) => isWrite(one) && isAuthorized(one, facts))
    if (writes.length === 0) return []
    const stays = staysOf(history, facts)
    const submission = submissionIn(history.exchanges)
    return writes.map((exchange) => {
      const isUsual = submission !== undefined && isUsualUpdate(sentJsonOf(exchange), { submission })
      const during = stays.stateAt(exchange)
      const before = presentStateOf(stays.readBefore(exchange), facts.spec.lifecycle)
      // A refusal counts where the state is known. An accepted request, or a broken one, cannot be due to another state.
      const state = isRefusal(exchange) ? during : before
      const isAllowed =
        isUsual &&
        isComparable(facts)({ submission, exchange }) &&
        ALLOWED[exchange.operation as Write].some((one) => one === state) &&
        isOwed(exchange, history, facts)
      const isUpdated = history.exchanges.some(
        (one) => one.operation === 'update' && succeeded(one) && precedes(one, exchange, facts),
      )
      return {
        ...{ exchange, isUsual, isUpdated },
        ...(during !== undefined && { during }),
        ...(isAllowed && state !== undefined && { allowedIn: state }),
      }
    })
  }),
)

/** Says whether a request may change its quote. One without an answer may do so too. */
const mayWrite = ({ operation, answer }: Exchange): boolean =>
  (operation === 'update' || operation === 'bind') && (answer === undefined || !isPutOff(answer))

const isWrite = (exchange: Exchange): boolean =>
  mayWrite(exchange) && (exchange.answer !== undefined || isBrokenOff(exchange))

const isRefusal = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500

/** Says whether a request has to be accepted, if its quote's state allows it. Not beside another change, or after a bind that may be under way. */
function isOwed(exchange: Exchange, { exchanges }: QuoteExchanges, facts: Facts<Spec>): boolean {
  const others = exchanges.filter((one) => one !== exchange && mayWrite(one))
  const isApart = (one: Exchange) => precedes(one, exchange, facts) || precedes(exchange, one, facts)
  return (
    !isOfAnEndedToken(exchange) &&
    !isPrepared(exchange, facts) &&
    others.every(isApart) &&
    !others.some((one) => precedes(one, exchange, facts) && mayStillBind(one, exchange, facts))
  )
}

/** A token that a scenario keeps may be too old. */
const isOfAnEndedToken = ({ answer, request: { credentials } }: Exchange): boolean =>
  answer?.status === 401 && credentials?.held === true

/** Says whether a quote may be bound by an earlier request. One without a proper answer has no effect once an issue would be over. */
function mayStillBind(
  one: Exchange,
  { startedAt: suiteMs, targetMs }: Exchange,
  facts: Facts<Spec>,
): boolean {
  if (one.operation !== 'bind' || !mayHaveSucceeded(one)) return false
  const { deadlines } = facts.target ?? {}
  return (
    succeeded(one) ||
    deadlines === undefined ||
    !isOver(endOf(one).suiteMs, { suiteMs, targetMs }, deadlines.issue, byEitherClock(deadlines.issue, facts))
  )
}
