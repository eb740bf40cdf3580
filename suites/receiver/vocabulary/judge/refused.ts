import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { answerFinding, answerText, isAccepted, isUnreached } from './answer.ts'

/** Judges that a forgery gets an answer other than 2xx. It counts only beside a counterpart that is accepted (R30). */
export function refusedOne(name: string, forged: Exchange, counterpart: Exchange): Verdict {
  if (isAccepted(forged)) return failed(answerFinding(forged, 'a refusal, anything but a 2xx', name))
  if (isUnreached(forged) || forged.failure?.kind === 'refused')
    return cutOff(`${name}: the forgery could not be delivered: ${answerText(forged)}`)
  return isAccepted(counterpart)
    ? passed()
    : cutOff(`${name}: its correctly signed counterpart was not accepted either`)
}
