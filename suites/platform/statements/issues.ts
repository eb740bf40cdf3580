import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { failed, passed } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isDone } from '../ledger/endpoints.ts'
import { historiesOf, mayHaveSucceeded, type QuoteExchanges } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { hasRested, holdsOf, precedes, staysOf } from '../ledger/stays.ts'
import { byEitherClock, endOf, isOver, readFrom } from '../ledger/timeline.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { isAcceptedBind } from '../vocabulary/judge/accepted-bind.ts'
import { finding, isPutOff } from '../vocabulary/judge/answer.ts'
import { outcomeOf } from '../vocabulary/quotes/quotes.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import { lasts } from '../vocabulary/quotes/same-state.ts'
import { type JudgedAnswer, ofTheirQuotes } from './under-quotes.ts'

const ofBinds = (
  requirement: string,
  judge: (history: QuoteExchanges, facts: Facts<Spec>) => readonly JudgedAnswer[],
): PlatformStandingClaim =>
  relying(
    ['requests', 'operator'],
    standing(requirement, (facts) =>
      ofTheirQuotes(
        historiesOf(facts.exchanges).flatMap((history) => judge(history, facts)),
        facts,
      ),
    ),
  )

/** Statements that an accepted bind of a ready quote binds it, and leads to its policy (3.transitions, R15). */
export const issueStatements: readonly PlatformStandingClaim[] = [
  ofBinds('transition-ready-to-bind-to-bound', leaving),
  ofBinds('transition-bound-to-issued', issuing),
]

/** A bind that leads to a policy. */
interface Begun {
  readonly bind: Exchange
  /** The answer that accepts it, or the first read that shows the quote bound where the bind has no answer. */
  readonly since: Exchange
}

/** States that lead to a policy, or are it, once a bind was accepted. */
const ON_THE_WAY: readonly (string | undefined)[] = ['ready_to_bind', 'bound', 'issued']

/** States that nothing leads out of: a read after a bind cannot show one of them from before. */
const LAST: readonly (string | undefined)[] = ['declined', 'failed']

/** Judges the first read that shows an accepted bind, or one that still does not and cannot lag so far. */
function leaving(history: QuoteExchanges, facts: Facts<Spec>): readonly JudgedAnswer[] {
  const begun = begunIn(history, facts)
  if (begun === undefined) return []
  const { bind, since } = begun
  const reads = history.exchanges.filter((one) => isRead(one, facts) && precedes(since, one, facts))
  const isLeft = (read: Exchange) =>
    presentStateOf(read, facts.spec.lifecycle) !== 'ready_to_bind' ||
    readFrom(read, facts) < endOf(since).suiteMs
  const late = reads.find((read) => !isLeft(read))
  const left = reads.find((read) => isBound(read, facts))
  if (late === undefined) return left === undefined ? [] : [{ exchange: left, verdict: passed() }]
  if (mayBeRatedAgain(history, bind, facts)) return []
  const expected = 'bound or issued after an accepted bind'
  const verdict = failed(finding(late, expected, 'ready_to_bind', '/data/quote_status'))
  return [{ exchange: late, verdict }]
}

/**
 * Judges a read that shows a bound quote elsewhere, or its last read once its issue is over. Nothing where another cause may have come in
 * between.
 */
function issuing(history: QuoteExchanges, facts: Facts<Spec>): readonly JudgedAnswer[] {
  const begun = begunIn(history, facts)
  if (begun === undefined) return []
  const { bind, since } = begun
  const stateOf = (read: Exchange) => presentStateOf(read, facts.spec.lifecycle)
  const reads = history.exchanges.filter((one) => isRead(one, facts) && precedes(since, one, facts))
  const issued = reads.find((read) => stateOf(read) === 'issued')
  if (issued !== undefined) return [{ exchange: issued, verdict: passed() }]
  const isElsewhere = (read: Exchange) => {
    const state = stateOf(read)
    const isNew = LAST.includes(state) || readFrom(read, facts) >= endOf(since).suiteMs
    return state !== undefined && !ON_THE_WAY.includes(state) && isNew
  }
  const last = reads.at(-1)
  const judged = reads.find(isElsewhere) ?? (last && isIssueOver(begun, last, facts) ? last : undefined)
  if (judged === undefined || mayBeRatedAgain(history, bind, facts)) return []
  if (facts.exchanges.some((one) => isReviewOf(history.quoteId, one) && !precedes(one, bind, facts)))
    return []
  const state = stateOf(judged)
  const verdict = failed({
    ...finding(judged, 'issued after an accepted bind', state ?? outcomeOf(judged), '/data/quote_status'),
    ...(state === undefined && { absence: true }),
    ...(state === 'bound' && lasts('bound')),
  })
  return [{ exchange: judged, verdict }]
}

/** The first bind of a ready quote that was accepted. Of one without an answer, a later read shows it. */
function begunIn(history: QuoteExchanges, facts: Facts<Spec>): Begun | undefined {
  const { exchanges } = history
  const stays = staysOf(history, facts)
  for (const bind of exchanges) {
    if (bind.operation !== 'bind' || !isAuthorized(bind, facts)) continue
    if (presentStateOf(stays.readBefore(bind), facts.spec.lifecycle) !== 'ready_to_bind') continue
    if (isAcceptedBind(bind, facts.spec)) return { bind, since: bind }
    const since = exchanges.find((one) => isBound(one, facts) && precedes(bind, one, facts))
    if (bind.answer === undefined && since !== undefined) return { bind, since }
  }
  return undefined
}

const isBound = (read: Exchange, facts: Facts<Spec>): boolean =>
  isRead(read, facts) && ['bound', 'issued'].includes(presentStateOf(read, facts.spec.lifecycle) ?? '')

/** Says whether an update may have queued a re-rating that competes with a bind: the result of the two is open. */
function mayBeRatedAgain(history: QuoteExchanges, bind: Exchange, facts: Facts<Spec>): boolean {
  const { exchanges } = history
  const before = staysOf(history, facts).readBefore(bind) ?? bind
  const bound = exchanges.filter((one) => isBound(one, facts) && precedes(bind, one, facts))
  return exchanges.some(
    (one) =>
      one.operation === 'update' &&
      mayHaveSucceeded(one) &&
      (precedes(one, bind, facts)
        ? !hasRested(one, before, facts)
        : !bound.some((read) => precedes(read, one, facts))),
  )
}

const isRead = (one: Exchange, facts: Facts<Spec>): boolean =>
  one.operation === 'status' &&
  isAuthorized(one, facts) &&
  one.answer !== undefined &&
  one.answer.status !== 401 &&
  // A read that broke shows no state: other statements judge it.
  one.answer.status < 500 &&
  !isPutOff(one.answer)

/** Says whether a quote's policy has to be issued by a read. After a hold, a platform may issue one after another. */
function isIssueOver({ bind, since }: Begun, read: Exchange, facts: Facts<Spec>): boolean {
  const { deadlines } = facts.target ?? {}
  if (deadlines === undefined) return false
  const held = holdsOf('issue', facts).filter(
    ({ from, releasedAt }) => releasedAt >= bind.startedAt && from <= endOf(read).suiteMs,
  )
  const waits = ({ operation, startedAt }: Exchange) =>
    operation === 'bind' && held.some(({ from, releasedAt }) => startedAt >= from && startedAt <= releasedAt)
  const all = [...facts.exchanges, ...(facts.elsewhere ?? [])]
  const waiting = all.filter((one) => waits(one) && mayHaveSucceeded(one))
  const from = Math.max(endOf(since).suiteMs, ...held.map(({ releasedAt }) => releasedAt))
  const to = { suiteMs: endOf(read).suiteMs, targetMs: read.targetMs + read.elapsedMs }
  const ms = Math.max(1, waiting.length) * deadlines.issue
  return isOver(from, to, ms, byEitherClock(ms, facts))
}

/** Says whether an operator ended a review of a quote: who reviews it while it is bound may bring it anywhere. */
const isReviewOf = (id: string, one: Exchange): boolean =>
  isDone(one) && /^review_/.test(one.action?.name ?? '') && one.action?.values?.quote_id === id
