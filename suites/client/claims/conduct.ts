import type { Exchange } from '../../../conformance/exchange.ts'
import type { Performance } from '../../../conformance/ports/client.ts'
import { cannotTell, type Finding } from '../../../conformance/verdict.ts'
import { sessionClaim } from '../vocabulary/context.ts'
import {
  answerSummary,
  endedAt,
  isSameRequest,
  nameOf,
  quotesOf,
  requestedQuoteId,
  stateInAnswer,
  statusOfUpdate,
} from '../vocabulary/requests.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'

/**
 * The requests of one kind about each quote, with the last state that the client received. A state counts from the end of
 * its answer.
 */
function withState(performance: Performance, operation: Exchange['operation']) {
  return quotesOf(performance).flatMap((requests) =>
    requests.flatMap((one, index) => {
      if (one.operation !== operation) return []
      const received = requests
        .slice(0, index)
        .filter((before) => endedAt(before) <= one.targetMs)
        .flatMap((before) => stateInAnswer(before) ?? [])
      return [{ one, state: received.at(-1), before: requests.slice(0, index) }]
    }),
  )
}

/** A client without the step `poll` never asks for a state, so nothing else is expected of it. */
const canKnow = (journey: readonly string[]): boolean => journey.includes('poll')

const UNPOLLED = cannotTell("the client's journey has no poll", 'client.journey')

/** Legal: an update repeated after a 5xx, a 401 or a lost connection. */
export const updatesWhereTheyApply = sessionClaim('client-update-only-where-it-applies', (trace, { spec }) =>
  !canKnow(trace.journey)
    ? UNPOLLED
    : each(trace, (performance) => {
        const states: readonly string[] =
          spec.endpoints.find(({ operation }) => operation === 'update')?.states ?? []
        const updates = withState(performance, 'update')
        const findings = updates.flatMap(({ one, state = 'unknown' }) =>
          states.includes(state)
            ? []
            : [finding(one, `the quote was in ${states.join(' or ')}`, `it was in ${state}`)],
        )
        return judged(updates.length, findings, 'no update was sent')
      }),
)

/**
 * Legal: a bind repeated after a 5xx, a 401 or a lost connection. Also a bind right after an update, whose answer need not tell
 * the state. An accepted bind makes the quote `bound`.
 */
export const bindsWhenReady = sessionClaim('client-bind-only-when-ready', (trace) =>
  !canKnow(trace.journey)
    ? UNPOLLED
    : each(trace, (performance) => {
        const binds = withState(performance, 'bind')
        const findings = binds.flatMap(({ one, state = 'unknown' }) =>
          state === 'ready_to_bind'
            ? []
            : [finding(one, 'the quote was in ready_to_bind', `it was in ${state}`)],
        )
        return judged(binds.length, findings, 'no bind was sent')
      }),
)

/** Legal: a bind right behind an update whose answer says `ready_to_bind`, or no state of a quote at all. */
export const heedsAnUpdate = sessionClaim(
  'client-heeds-the-answer-to-an-update',
  (trace, { spec: { lifecycle } }) =>
    each(trace, (performance) => {
      const binds = withState(performance, 'bind').flatMap(({ one, before }) => {
        const answered = before.filter((other) => endedAt(other) <= one.targetMs)
        const stateIn = (other: Exchange) => stateInAnswer(other) ?? statusOfUpdate(other)
        const last = answered.findLast((other) => stateIn(other) !== undefined)
        return answered.some((other) => statusOfUpdate(other) !== undefined) && last ? [{ one, last }] : []
      })
      const findings = binds.flatMap(({ one, last }) => {
        const status = statusOfUpdate(last)
        const isState = lifecycle.states.some(({ name }) => name === status)
        return status === undefined || status === 'ready_to_bind' || !isState
          ? []
          : [finding(one, 'the status is read before the bind', `the update was answered with ${status}`)]
      })
      return judged(binds.length, findings, 'no bind followed an update')
    }),
)

/** Legal: the id in capitals, since it is a UUID. */
const usesTheId = sessionClaim('client-uses-the-quote-id', (trace) =>
  each(trace, (performance) => {
    const withId = performance.requests.filter(({ quoteId }) => quoteId !== undefined)
    const findings = withId.flatMap((one): readonly Finding[] => {
      const known = performance.requests.filter(
        (other) => other.operation === 'submit' && other.targetMs <= one.targetMs,
      )
      const ids = known.flatMap((other) => requestedQuoteId(other) ?? [])
      return ids.includes(one.quoteId?.toLowerCase() ?? '')
        ? []
        : [finding(one, 'the id that submit returned', one.quoteId ?? 'none')]
    })
    return judged(withId.length, findings, 'no request named a quote')
  }),
)

/**
 * Legal: the same request later, when the client has received another state. A request with another body is a different
 * request.
 */
export const doesNotRetry400 = sessionClaim('client-does-not-retry-400', (trace) =>
  each(trace, (performance) => {
    const refused = performance.requests.filter(({ answer }) => answer?.status === 400)
    const findings = refused.flatMap((one): readonly Finding[] => {
      const later = performance.requests.filter(({ targetMs }) => targetMs > one.targetMs)
      const news = later.findIndex((other) => isSameQuote(one, other) && stateInAnswer(other) !== undefined)
      const again = (news === -1 ? later : later.slice(0, news + 1)).find(
        (other) => isSameRequest(one, other) && one.request.body === other.request.body,
      )
      return again === undefined
        ? []
        : [
            finding(
              again,
              `${nameOf(one)} is not sent again after a 400`,
              `it came again: ${answerSummary(again)}`,
            ),
          ]
    })
    return judged(refused.length, findings, 'nothing was answered with a 400')
  }),
)

const isSameQuote = (one: Exchange, other: Exchange): boolean =>
  one.quoteId !== undefined && requestedQuoteId(other) === one.quoteId.toLowerCase()

/** Statements about when a client does what. */
export const conductClaims = [
  updatesWhereTheyApply,
  bindsWhenReady,
  heedsAnUpdate,
  usesTheId,
  doesNotRetry400,
]
