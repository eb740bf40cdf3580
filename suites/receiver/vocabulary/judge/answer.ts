import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  all,
  cutOff,
  type Finding,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { finding } from '../../../claim.ts'
import { LEFT_OUT } from '../pace/run-time.ts'

export { finding } from '../../../claim.ts'

/** The status line decides, whatever happens to the body (R26). */
export function isAccepted({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300
}

/** The answer, or the reason why there is none, in a few words. */
export function answerText({ answer, failure }: Exchange): string {
  if (answer === undefined) return failure?.message ?? 'no answer'
  const text = answer.body.text?.replace(/\s+/g, ' ').trim().slice(0, 120)
  return `status ${answer.status}${text ? `: ${text}` : ''}`
}

/** A finding about the answer itself: its cause is the status, whatever was sent. */
export function answerFinding(exchange: Exchange, expected: string, at?: string): Finding {
  const { answer, failure } = exchange
  const kind = answer === undefined ? (failure?.kind ?? 'no answer') : `status ${answer.status}`
  return {
    ...finding(exchange, expected, answerText(exchange), at),
    cause: { observed: kind, place: 'the answer to a delivery' },
  }
}

/** Says whether the suite could not reach the receiver at all. That decides nothing about the delivery. */
export const isUnreached = ({ answer, failure }: Exchange): boolean =>
  answer === undefined && (failure?.kind === 'unreachable' || failure?.kind === 'tls')

/** A valid delivery is answered with a 2xx. @param what distinguishes the delivery from others in the scenario */
export function accepted(exchange: Exchange, what?: string): Verdict {
  if (isAccepted(exchange)) return passed()
  if (isUnreached(exchange)) return cutOff(`the delivery could not be made: ${answerText(exchange)}`)
  const refusal = answerFinding(exchange, 'a 2xx answer', what)
  // A receiver that is too slow has one cause, whatever was delivered.
  return failed(exchange.failure?.kind === 'timeout' ? { ...refusal, ...LATE } : refusal)
}

/** The cause and the advice of every answer that came too late. */
const LATE = {
  cause: { expected: 'an answer in time', observed: 'too late', place: 'the answer to a delivery' },
  remedy: 'Answer within 8 seconds, and do slow work after the answer',
} as const

/** Combines the verdicts of all driven cases. */
export function allOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.length === 0 ? cutOff(LEFT_OUT) : all(verdicts)
}

export function allAccepted(exchanges: readonly Exchange[]): Verdict {
  return allOf(exchanges.map((exchange) => accepted(exchange)))
}

/**
 * The head of the answer came within the deadline (section 8). The time counts from the end of the request. Delays that this
 * machine may have added do not count against the receiver.
 */
export function inTime(exchange: Exchange, { delivery }: Spec): Verdict {
  const { ms } = delivery.deadline
  const { timing, failure } = exchange
  const late = (seen: string) =>
    failed({ ...finding(exchange, `an answer within ${ms} ms`, seen, 'time'), ...LATE })
  if (isUnreached(exchange)) return cutOff(`the delivery could not be made: ${answerText(exchange)}`)
  if (timing?.headMs === undefined) {
    return failure?.kind === 'timeout'
      ? late(failure.message)
      : cutOff(`there was no answer: ${answerText(exchange)}`)
  }
  const took = Math.round(timing.headMs - Math.max(0, timing.sentMs ?? 0))
  return took <= ms + delivery.tolerance.early.ms ? passed() : late(`an answer after ${took} ms`)
}

export function allInTime(exchanges: readonly Exchange[], spec: Spec): Verdict {
  return allOf(exchanges.map((exchange) => inTime(exchange, spec)))
}

/** Says whether a delivery was accepted in time. Beside others, a receiver that takes one delivery at a time may be late. */
export const isAcceptedInTime = (exchange: Exchange, spec: Spec): boolean =>
  isAccepted(exchange) && inTime(exchange, spec).kind === 'passed'

/** Records how a delivery was answered where the specification leaves it open. */
export function observedDelivery(exchange: Exchange, label: string): Verdict {
  const { answer, failure } = exchange
  const word = answer === undefined ? (failure?.kind ?? 'no answer') : String(answer.status)
  return observed(`${label}: ${isAccepted(exchange) ? 'accepted' : 'refused'} (${word})`)
}
