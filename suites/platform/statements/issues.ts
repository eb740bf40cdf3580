import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { failed, passed } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isDone } from '../ledger/endpoints.ts'
import { historiesOf, mayHaveSucceeded, type QuoteExchanges } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { hasRested, holdsOf, precedes, staysOf } from '../ledger/stays.ts'
import { endOf, isOver } from '../ledger/timeline.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { isAcceptedBind } from '../vocabulary/judge/accepted-bind.ts'
import { finding, isPutOff } from '../vocabulary/judge/answer.ts'
import { outcomeOf } from '../vocabulary/quotes/quotes.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import { lasts } from '../vocabulary/quotes/same-state.ts'
import { type JudgedAnswer, ofTheirQuotes } from './under-quotes.ts'

/** The statement that an accepted bind of a ready quote leads to its policy (3.transitions, R15). */
export const issueStatement: PlatformStandingClaim = relying(
  ['requests', 'operator'],
  standing('transition-bound-to-issued', (facts) =>
    ofTheirQuotes(
      historiesOf(facts.exchanges).flatMap((history) => issuing(history, facts)),
      facts,
    ),
  ),
)

/** Judges the last read of a bound quote, once its issue is over. Nothing where another cause may have come in between. */
function issuing(history: QuoteExchanges, facts: Facts<Spec>): readonly JudgedAnswer[] {
  const { spec } = facts
  const stays = staysOf(history, facts)
  const stateOf = (read: Exchange | undefined) => presentStateOf(read, spec.lifecycle)
  const bind = history.exchanges.find(
    (one) =>
      one.operation === 'bind' &&
      isAcceptedBind(one, spec) &&
      isAuthorized(one, facts) &&
      stateOf(stays.readBefore(one)) === 'ready_to_bind',
  )
  if (bind === undefined) return []
  const reads = history.exchanges.filter((one) => isRead(one, facts) && precedes(bind, one, facts))
  const issued = reads.find((read) => stateOf(read) === 'issued')
  if (issued !== undefined) return [{ exchange: issued, verdict: passed() }]
  const last = reads.at(-1)
  if (last === undefined || !isIssueOver(bind, last, facts)) return []
  const isBound = (read: Exchange) => ['bound', 'issued'].includes(stateOf(read) ?? '')
  const mayRate = (update: Exchange) =>
    precedes(update, bind, facts)
      ? !hasRested(update, stays.readBefore(bind) ?? bind, facts)
      : !reads.some((read) => isBound(read) && precedes(read, update, facts))
  // An update close to a bind may queue a re-rating, and the result of the two is open.
  if (history.exchanges.some((one) => one.operation === 'update' && mayHaveSucceeded(one) && mayRate(one)))
    return []
  if (facts.exchanges.some((one) => isReviewOf(history.quoteId, one) && !precedes(one, bind, facts)))
    return []
  const state = stateOf(last)
  const verdict = failed({
    ...finding(last, 'issued after an accepted bind', state ?? outcomeOf(last), '/data/quote_status'),
    ...(state === undefined && { absence: true }),
    ...(state === 'bound' && lasts('bound')),
  })
  return [{ exchange: last, verdict }]
}

const isRead = (one: Exchange, facts: Facts<Spec>): boolean =>
  one.operation === 'status' &&
  isAuthorized(one, facts) &&
  one.answer !== undefined &&
  one.answer.status !== 401 &&
  !isPutOff(one.answer)

/** Says whether a quote's policy has to be issued by a read. After a hold, a platform may issue one after another. */
function isIssueOver(bind: Exchange, read: Exchange, facts: Facts<Spec>): boolean {
  const { deadlines } = facts.target ?? {}
  if (deadlines === undefined) return false
  const held = holdsOf('issue', facts).filter(
    ({ from, to }) => to >= bind.startedAt && from <= endOf(read).suiteMs,
  )
  const isHeld = ({ startedAt }: Exchange) =>
    held.some(({ from, to }) => startedAt >= from && startedAt <= to)
  const waiting = facts.exchanges.filter(
    (one) => one.operation === 'bind' && isAcceptedBind(one, facts.spec) && isHeld(one),
  )
  const from = Math.max(endOf(bind).suiteMs, ...held.map(({ to }) => to))
  const to = { suiteMs: endOf(read).suiteMs, targetMs: read.targetMs + read.elapsedMs }
  return isOver(from, to, Math.max(1, waiting.length) * deadlines.issue, facts)
}

/** Says whether an operator ended a review of a quote: who reviews it while it is bound may bring it anywhere. */
const isReviewOf = (id: string, one: Exchange): boolean =>
  isDone(one) && /^review_/.test(one.action?.name ?? '') && one.action?.values?.quote_id === id
