import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { breach } from '../events/breach.ts'
import { COPY_MS } from './copies.ts'

/** Judges an attempt after the last one of a retry schedule, which is a breach (R25). */
export function furtherAttempt(attempt: Arrival, most: number, heldUpMs: number): Verdict {
  // If the suite was delayed for that long, a copy may look like an attempt.
  if (heldUpMs >= COPY_MS)
    return cutOff(`the suite itself was held up for ${heldUpMs} ms and may have counted a copy`)
  return breach(attempt, `no attempt after the first ${most}`, `attempt ${most + 1}`, 'attempts')
}
