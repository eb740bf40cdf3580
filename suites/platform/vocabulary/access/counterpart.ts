import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { succeeded } from '../judge/answer.ts'

/** Lets a verdict pass only if the same request with a new token succeeds: else the refusal may have another reason. */
export function ifNewTokenWorks(counterpart: Exchange, verdict: Verdict): Verdict {
  if (verdict.kind !== 'passed' || succeeded(counterpart)) return verdict
  return cutOff(
    `the same request with a new token was not served: ${counterpart.answer?.status ?? 'no answer'}`,
  )
}

/** Says whether an answer shows that the credentials of its request are valid. */
export const isLetInAt = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status !== 401 && answer.status !== 403 && answer.status < 500
