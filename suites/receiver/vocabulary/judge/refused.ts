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

/**
 * Judges a forgery under a known Event-ID. Where the same one of an event that never came is accepted, too, the known id is not the
 * cause, and other claims say so.
 *
 * @param ofUnknown the forgery of an event that never came; absent where the other one was refused
 */
export function refusedAsKnown(
  name: string,
  { forged, ofUnknown }: { readonly forged: Exchange; readonly ofUnknown?: Exchange | undefined },
  counterpart: Exchange,
): Verdict {
  return isAccepted(forged) && ofUnknown !== undefined && isAccepted(ofUnknown)
    ? cutOff(`${name}: such a forgery of an unknown event is accepted, too`)
    : refusedOne(name, forged, counterpart)
}
