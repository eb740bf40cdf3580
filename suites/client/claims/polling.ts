import type { Exchange } from '../../../conformance/exchange.ts'
import type { Performance, SessionTrace } from '../../../conformance/ports/client.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { asksAgain, quotesOf, stateInAnswer } from '../vocabulary/requests.ts'
import { each, finding } from '../vocabulary/verdicts.ts'
import { keepsThePace, pollsSlower, pollsSlowly } from './pace.ts'

/** A poll this soon after the last one does not wait: it reads the status again. */
const REREAD_MS = 1500
/** A person may reload a page this often. */
const MOST_BY_HAND = 3

/**
 * Polling stops at a state. Legal: the first poll after another request, when the client cannot know the state yet. Also one
 * immediate second read, and a few by a person. After a refused bind a client may poll once more, even later.
 */
const stopsAt = (requirement: string, state: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    each(trace, (performance) => {
      const isByHand = performance.runs.some(({ byHand }) => byHand === true)
      const reached = quotesOf(performance).filter((requests) =>
        requests.some((one) => one.operation === 'status' && stateInAnswer(one) === state),
      )
      if (reached.length === 0) return cannotTell(`the client did not see a quote in ${state}`)
      const surplus = reached.flatMap((requests) => surplusAt(requests, state))
      const [first] = surplus
      if (first === undefined || surplus.length <= (isByHand ? MOST_BY_HAND : 0)) return passed()
      return failed(finding(first, `no poll after ${state} was received`, `${surplus.length} more`))
    }),
  )

function surplusAt(requests: readonly Exchange[], state: string): readonly Exchange[] {
  const surplus: Exchange[] = []
  let rereads = 0
  for (const [index, one] of requests.entries()) {
    const last = requests[index - 1]
    const isInRow = last?.operation === 'status' && one.operation === 'status'
    if (!isInRow) rereads = 0
    if (!isInRow || asksAgain(last) || stateInAnswer(last) !== state) continue
    const isReread = one.targetMs - last.targetMs < REREAD_MS || isRefusedBind(requests[index - 2])
    rereads += isReread ? 1 : 0
    if (!isReread || rereads > 1) surplus.push(one)
  }
  return surplus
}

const isRefusedBind = (one: Exchange | undefined): boolean =>
  one?.operation === 'bind' && one.answer !== undefined && one.answer.status >= 400 && !asksAgain(one)

/** Legal: a client that is still polling when its time is up. */
const pollsOnWhile = (requirement: string, state: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    !trace.journey.includes('poll')
      ? cannotTell("the client's journey has no poll", 'client.journey')
      : each(trace, (performance) => goesOn(performance, trace, state)),
  )

function goesOn(performance: Performance, { journey }: SessionTrace, state: string): Verdict {
  const waits = state === 'pending' || journey.includes('policy')
  const quotes = quotesOf(performance).map((requests) => ({
    requests,
    received: requests.flatMap((one) => stateInAnswer(one) ?? []),
  }))
  const seen = quotes.filter(({ received }) => received.includes(state))
  if (!waits) return cannotTell('a client that fetches no policy need not wait for it', 'client.journey')
  if (seen.length === 0) return cannotTell(`no quote was ${state} for long`)
  const left = seen.filter(({ received }) => received.at(-1) === state)
  const [first] = left
  if (first === undefined) return passed()
  if (performance.runs.some(({ end }) => end.kind === 'timeout')) return cannotTell('its time was up')
  const last = first.requests.at(-1)
  const observedEnd = `the last that it received was ${state}`
  return failed(
    last === undefined
      ? { expected: 'polls until the quote settles', observed: observedEnd }
      : finding(last, 'polls until the quote settles', observedEnd),
  )
}

export const pollsOnWhilePending = pollsOnWhile('client-polls-on-while-pending', 'pending')
export const pollsOnWhileBound = pollsOnWhile('client-polls-on-while-bound', 'bound')
export const stopsAtApprovedRate = stopsAt('client-stops-at-approved-rate', 'approved_rate')
export const stopsAtReview = stopsAt('client-stops-at-underwriter-review', 'underwriter_review')
export const stopsAtFailed = stopsAt('client-stops-at-failed', 'failed')
export const stopsAtDeclined = stopsAt('client-stops-at-declined', 'declined')
export const stopsAtReady = stopsAt('client-stops-at-ready-to-bind', 'ready_to_bind')
export const stopsAtIssued = stopsAt('client-stops-at-issued', 'issued')

/** Statements about the pace of polling, and where it ends. */
export const pollingClaims = [pollsSlowly, keepsThePace, pollsSlower, stopsAtReady, stopsAtIssued]
