import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Performance } from '../../../conformance/ports/client.ts'
import {
  all,
  cannotTell,
  type Finding,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../conformance/verdict.ts'
import { claim } from '../vocabulary/context.ts'
import { answerOf, endedAt, isQuoteRequest, isSameRequest, nameOf } from '../vocabulary/requests.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'
import { growth } from './growth.ts'

const is5xx = ({ answer }: Exchange): boolean => answer !== undefined && answer.status >= 500
const isLost = ({ answer, failure }: Exchange): boolean => answer === undefined && failure !== undefined
const isOurs = (one: Exchange): boolean => one.operation === 'token' || isQuoteRequest(one)

/** The requests that met a trouble and were not sent again. */
function notRepeated(
  { requests }: Performance,
  met: (exchange: Exchange) => boolean,
): { readonly seen: number; readonly findings: readonly Finding[] } {
  // The last of a series may be where a client gives up: how often it tries is open.
  const troubled = requests.filter((one) => isOurs(one) && met(one))
  const first = troubled.filter(
    (one) => !troubled.some((other) => other.targetMs < one.targetMs && isSameRequest(one, other)),
  )
  const findings = first.flatMap((one): readonly Finding[] =>
    requests.some((other) => other.targetMs > one.targetMs && isSameRequest(one, other))
      ? []
      : [finding(one, `${nameOf(one)} is sent again after ${answerOf(one)}`, 'it was not sent again')],
  )
  return { seen: first.length, findings }
}

/** Legal: any number of attempts beyond one, and giving up in the end. */
export const retries5xx = claim('client-retries-5xx', (trace) =>
  each(trace, (performance) => {
    const { seen, findings } = notRepeated(performance, is5xx)
    return judged(seen, findings, 'nothing was answered with a 5xx')
  }),
)

/** Legal: any number of attempts beyond one. */
export const survivesLostConnections = claim('client-survives-a-lost-connection', (trace) =>
  each(trace, (performance) => {
    const { seen, findings } = notRepeated(performance, isLost)
    return judged(seen, findings, 'no connection was lost')
  }),
)

/** The pauses between the attempts of each request that met a 5xx several times in a row, in milliseconds. */
function pausesOf({ requests }: Performance): readonly (readonly number[])[] {
  const troubled = requests.filter((one) => isOurs(one) && is5xx(one))
  const first = troubled.filter(
    (one) => !troubled.some((other) => other.targetMs < one.targetMs && isSameRequest(one, other)),
  )
  return first.map((one) => {
    const attempts = requests.filter((other) => other.targetMs >= one.targetMs && isSameRequest(one, other))
    const end = attempts.findIndex((other) => !is5xx(other))
    const series = end === -1 ? attempts : attempts.slice(0, end + 1)
    return series.slice(1).map((next, index) => {
      const before = series[index]
      return before === undefined ? 0 : Math.max(0, next.targetMs - endedAt(before))
    })
  })
}

/** Legal: full jitter, any base, any factor, a bound on the pause. All performances of a play are judged together. */
export const backsOff = claim('client-backs-off-exponentially', ({ performances }): Verdict => {
  const series = performances.flatMap(pausesOf).filter((pauses) => pauses.length >= 2)
  if (series.length === 0) return cannotTell('the client tried no more than twice')
  const breach = growth(series)
  return breach === undefined
    ? passed()
    : failed({
        expected: 'pauses that grow on the whole',
        observed: `${breach}: ${series.map(inSeconds).join('; ')}`,
      })
})

const inSeconds = (pauses: readonly number[]): string =>
  `${pauses
    .slice(0, 10)
    .map((ms) => (ms / 1000).toFixed(2))
    .join(', ')} s`

export const retryCount = claim(
  'client-observe-retry-count',
  ({ performances }): Verdict =>
    all(
      performances.slice(0, 1).map((performance) => {
        const [longest] = pausesOf(performance).toSorted((one, other) => other.length - one.length)
        if (longest === undefined) return cannotTell('nothing was answered with a 5xx')
        const on = performance.requests.find((one) => isOurs(one) && is5xx(one))
        return observed(
          `${longest.length} more attempts on ${on === undefined ? 'a request' : named(on.operation)}`,
        )
      }),
    ),
)

const named = (operation: Operation): string => (operation === 'token' ? 'the token' : operation)
