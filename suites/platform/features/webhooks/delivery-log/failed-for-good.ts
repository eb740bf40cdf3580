import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import { whenShown } from '../../../vocabulary/operator/step.ts'
import type { Logged } from './claims.ts'
import { type AttemptPair, pairsOf } from './match.ts'

const FAILED = /fail|exhaust|dead|giv|gave|abandon|permanent|error|undeliver|expire|drop|reject|stop/i
/** Words that hold one of success and deny it. */
const DENIED = /\bun(success|deliver)|\bnot[ _-]?(deliver|success|sent)/i
const OTHERWISE = /pending|deliver|succe|ok|retry|schedul|queue|active|sent|progress|wait|open/i

/** Judges that no successful delivery has a status word that clearly means failure (8, R36). */
export function notCalledFailed({ arrivals, log }: Logged): Verdict {
  return whenShown(log, (shown, exchange) => {
    const delivered = pairsOf(arrivals, shown).filter(({ pairs }) => pairs.some(isSuccess))
    const named = delivered.filter(({ statuses }) => statuses.length > 0)
    const isFailed = (word: string) => FAILED.test(word) || DENIED.test(word)
    // Other words beside those may speak of earlier attempts: "delivered after 1 unsuccessful attempt".
    const isOpen = (word: string) => OTHERWISE.test(word.replace(DENIED, ''))
    const [wrong] =
      named.find(({ statuses }) => statuses.every((word) => isFailed(word) && !isOpen(word)))?.statuses ?? []
    if (wrong !== undefined)
      return failed({
        expected: 'another word for a delivery that succeeded',
        observed: wrong,
        at: 'status',
        exchange: exchange.id,
      })
    return named.length > 0 ? passed() : cannotTell('the log has no word for a delivery that succeeded')
  })
}

const isSuccess = ({ arrival: { answered } }: AttemptPair): boolean =>
  answered.kind === 'answer' && answered.status >= 200 && answered.status < 300

/** Judges that a delivery without attempts left has a status word for failure; which word is open (8, R36). */
export function calledFailed(logged: Logged, most: number): Verdict {
  const { arrivals, log } = logged
  if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (arrivals.length < most) return cannotTell(`only ${arrivals.length} attempts arrived`)
  return whenShown(log, (shown, exchange) => {
    const word = pairsOf(arrivals, shown)[0]?.status
    if (word !== undefined && (FAILED.test(word) || DENIED.test(word))) return passed(`it is called ${word}`)
    if (word !== undefined && !OTHERWISE.test(word)) return observed(`it is called ${word}`)
    return failed({
      expected: `a delivery that failed for good after ${most} attempts`,
      observed: word ?? 'no status',
      at: 'status',
      exchange: exchange.id,
    })
  })
}
