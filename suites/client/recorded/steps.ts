import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Performance } from '../../../conformance/ports/client.ts'
import { stateInAnswer } from '../vocabulary/requests.ts'
import { hasEventBetween } from './events.ts'
import { performanceOf, requestsByQuote } from './spells.ts'

const isStep = ({ operation }: Exchange): boolean => operation === 'update' || operation === 'bind'

/**
 * The requests about each quote, as far as it is known what the client knew when it sent an update or a bind. An answer counts from the
 * beginning of its request on, since recorders round times. A step for which an event may be the reason is left out.
 */
export const knownSteps = onceFor((ledger: Ledger): readonly Performance[] =>
  requestsByQuote(ledger).map((requests) => {
    let last: Exchange | undefined
    const known: Exchange[] = []
    for (const one of requests) {
      const isKnown = last !== undefined && !hasEventBetween(last, one, ledger)
      if (!isStep(one) || isKnown) known.push({ ...one, elapsedMs: 0 })
      if (stateInAnswer(one) !== undefined) last = one
    }
    return performanceOf(known)
  }),
)
