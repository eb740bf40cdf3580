import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, withAnswer } from '../judge/answer.ts'
import { at, jsonOf } from '../judge/json.ts'

/**
 * Judges that a submission was accepted or declined, not refused as invalid; its outcome is the target's own (R4).
 *
 * @param counterpart the unchanged known-good submission: if that is refused too, the change is not the reason
 */
export function notRefusedAsInvalid(exchange: Exchange, counterpart: Exchange): Verdict {
  if (!isTaken(exchange) && !isTaken(counterpart) && counterpart.answer !== undefined)
    return cannotTell(
      `the known-good submission was refused too: ${describe(counterpart.answer)}`,
      'submission',
    )
  return withAnswer(exchange, (answer) =>
    isTaken(exchange)
      ? passed()
      : failed(
          finding(exchange, 'a valid submission that is not refused as invalid', describe(answer), 'status'),
        ),
  )
}

/** Says whether a submission was accepted (200 `approved`) or declined, so that it counted as valid. */
export function isTaken(exchange: Exchange): boolean {
  const status = exchange.answer?.status
  const word = at(jsonOf(exchange), '/status')
  return (status === 200 && word === 'approved') || (status === 400 && word === 'declined')
}
