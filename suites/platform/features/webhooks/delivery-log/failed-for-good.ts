import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import { whenShown } from '../../office/step.ts'
import type { Logged } from './claims.ts'
import { pairsOf } from './match.ts'

const FAILED = /fail|exhaust|dead|giv|gave|abandon|permanent|error|undeliver|expire|drop|reject|stop/i
const OTHERWISE = /pending|deliver|succe|ok|retry|schedul|queue|active|sent|progress|wait|open/i

/** A delivery whose attempts are used up is said to have failed; by which word is open (8, R36). */
export function calledFailed(logged: Logged, most: number): Verdict {
  const { arrivals, log } = logged
  if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (arrivals.length < most) return cannotTell(`only ${arrivals.length} attempts arrived`)
  return whenShown(log, (shown, exchange) => {
    const word = pairsOf(arrivals, shown)[0]?.status
    if (word !== undefined && FAILED.test(word)) return passed(`it is called ${word}`)
    if (word !== undefined && !OTHERWISE.test(word)) return observed(`it is called ${word}`)
    return failed({
      expected: `a delivery that failed for good after ${most} attempts`,
      observed: word ?? 'no status',
      at: 'status',
      exchange: exchange.id,
    })
  })
}
