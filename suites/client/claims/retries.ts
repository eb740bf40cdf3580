import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Performance, SessionTrace } from '../../../conformance/ports/client.ts'
import {
  all,
  cannotTell,
  cutOff,
  type Finding,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../conformance/verdict.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { endsRefusedBeside } from '../vocabulary/endings.ts'
import { answerSummary, endedAt, isQuoteRequest, isSameRequest, nameOf } from '../vocabulary/requests.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'
import { growth } from './growth.ts'

const is5xx = ({ answer }: Exchange): boolean => answer !== undefined && answer.status >= 500
const isLost = ({ answer, failure }: Exchange): boolean => answer === undefined && failure !== undefined
const isOurs = (one: Exchange): boolean => one.operation === 'token' || isQuoteRequest(one)

/** The requests that failed and were not sent again. */
function notRepeated(
  performance: Performance,
  met: (exchange: Exchange) => boolean,
): { readonly seen: number; readonly findings: readonly Finding[] } {
  const { requests } = performance
  const first = requests.filter((one) => isOurs(one) && met(one) && !isRepeatAfterTrouble(one, requests))
  const findings = first.flatMap((one): readonly Finding[] =>
    requests.some((other) => other.targetMs > one.targetMs && isSameRequest(one, other)) ||
    endsRefusedBeside(one, performance)
      ? []
      : [finding(one, `${nameOf(one)} is sent again after ${answerSummary(one)}`, 'it was not sent again')],
  )
  return { seen: first.length, findings }
}

/** True for later attempts of a series. A client may give up there, since the number of attempts is open. */
function isRepeatAfterTrouble(one: Exchange, requests: readonly Exchange[]): boolean {
  const before = lastBefore(one, requests)
  return before !== undefined && (is5xx(before) || isLost(before))
}

const lastBefore = (one: Exchange, requests: readonly Exchange[]): Exchange | undefined =>
  requests.findLast((other) => other.targetMs < one.targetMs && isSameRequest(one, other))

/** Legal: two or more attempts, then giving up. Also ending early because another request was refused for good. */
export const retries5xx = sessionClaim('client-retries-5xx', (trace) =>
  each(trace, (performance) => {
    const { seen, findings } = notRepeated(performance, is5xx)
    return judged(seen, findings, 'nothing was answered with a 5xx')
  }),
)

/** Legal: any number of attempts from two on. */
export const survivesLostConnections = sessionClaim('client-survives-a-lost-connection', (trace) =>
  each(trace, (performance) => {
    const { seen, findings } = notRepeated(performance, isLost)
    return judged(seen, findings, 'no connection was lost')
  }),
)

/** The attempts at a request that got a 5xx, up to the first other answer. */
interface Retried {
  /** Milliseconds between successive attempts. */
  readonly pauses: readonly number[]
  /** True where the last attempt got a 5xx too. */
  readonly isGivenUp: boolean
}

function retriedOf({ requests }: Performance): readonly Retried[] {
  const first = requests.filter((one) => {
    const before = lastBefore(one, requests)
    return isOurs(one) && is5xx(one) && (before === undefined || !is5xx(before))
  })
  return first.map((one) => {
    const attempts = requests.filter((other) => other.targetMs >= one.targetMs && isSameRequest(one, other))
    const end = attempts.findIndex((other) => !is5xx(other))
    const series = end === -1 ? attempts : attempts.slice(0, end + 1)
    const pauses = series.slice(1).map((next, index) => {
      const before = series[index]
      return before === undefined ? 0 : Math.max(0, next.targetMs - endedAt(before))
    })
    return { pauses, isGivenUp: end === -1 }
  })
}

/** A shorter pause counts as none, even with full jitter. */
const AT_ONCE_MS = 20

/**
 * Legal: full jitter, any base, any factor, a bound on the pause, a single retry. All performances of a session are judged
 * together. The number of attempts is open, so a client that gives up after one retry only has to pause before it.
 */
export const backsOff = sessionClaim('client-backs-off-exponentially', (trace) => pausesGrow(trace))

/**
 * The same claim for a second outage alone, which follows an outage of another kind of request. Legal: pauses that continue at
 * the length that the first outage reached, up to a bound.
 */
export const backsOffAgain = (first: Operation, second: Operation): ClientClaim =>
  sessionClaim('client-backs-off-exponentially', (trace) => {
    const verdict = pausesGrow(onlyOn(trace, second))
    if (verdict.kind !== 'failed') return verdict
    const [before, again] = [first, second].map((on) =>
      onlyOn(trace, on).performances.flatMap((one) => retriedOf(one).flatMap(({ pauses }) => pauses)),
    )
    const goesOn = Math.min(...(again ?? [])) >= Math.max(...(before ?? [])) * GOES_ON
    return goesOn ? cannotTell('its pauses are as long as the longest of the first outage') : verdict
  })

/** Equal pauses may differ this much because of the machine. */
const GOES_ON = 0.9

const onlyOn = ({ performances, ...trace }: SessionTrace, operation: Operation): SessionTrace => ({
  ...trace,
  performances: performances.map((performance) => ({
    ...performance,
    requests: performance.requests.filter((one) => one.operation === operation),
  })),
})

function pausesGrow({ performances }: SessionTrace): Verdict {
  const retried = performances.flatMap(retriedOf)
  const series = retried.map(({ pauses }) => pauses).filter((pauses) => pauses.length >= 2)
  if (series.length === 0) return onlyOnce(retried)
  if (growth(series) === undefined) return passed()
  const breach = growth(series, Math.max(...performances.map(({ heldUpMs }) => heldUpMs)))
  return breach === undefined
    ? cutOff('this machine was held up between the attempts')
    : failed({
        expected: 'pauses that grow on the whole',
        observed: `${breach}: ${series.map(inSeconds).join('; ')}`,
      })
}

function onlyOnce(retried: readonly Retried[]): Verdict {
  const only = retried.flatMap(({ pauses: [pause], isGivenUp }) =>
    isGivenUp && pause !== undefined ? [pause] : [],
  )
  if (only.length === 0) return cannotTell('nothing was tried again more than once')
  return only.some((ms) => ms >= AT_ONCE_MS)
    ? passed('the client tries once more only, after a pause')
    : failed({
        expected: 'a pause before a request is tried again',
        observed: 'it is tried again at once, and then no more',
      })
}

const inSeconds = (pauses: readonly number[]): string =>
  `${pauses
    .slice(0, 10)
    .map((ms) => (ms / 1000).toFixed(2))
    .join(', ')} s`

export const retryCount = sessionClaim(
  'client-observe-retry-count',
  ({ performances }): Verdict =>
    all(
      performances.slice(0, 1).map((performance) => {
        const [longest] = retriedOf(performance)
          .map(({ pauses }) => pauses)
          .toSorted((one, other) => other.length - one.length)
        if (longest === undefined) return cannotTell('nothing was answered with a 5xx')
        const on = performance.requests.find((one) => isOurs(one) && is5xx(one))
        return observed(
          `${longest.length} more attempts on ${on === undefined ? 'a request' : named(on.operation)}`,
        )
      }),
    ),
)

const named = (operation: Operation): string => (operation === 'token' ? 'the token' : operation)
