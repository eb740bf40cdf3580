import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import type { Performance } from '../../../conformance/ports/client.ts'
import { stateInAnswer } from '../vocabulary/requests.ts'
import { hasEventBetween, performanceOf, quotesIn } from './spells.ts'

const isStep = ({ operation }: Exchange): boolean => operation === 'update' || operation === 'bind'

/**
 * The requests about each quote, as far as it is known what the client knew when it sent an update or a bind. An answer counts from the
 * beginning of its request on, since recorders round times. A step for which an event may be the reason is left out.
 */
export const knownSteps = (ledger: Ledger): readonly Performance[] =>
  quotesIn(ledger).map((requests) =>
    performanceOf(
      requests.flatMap((one, place) => {
        const last = requests.slice(0, place).findLast((other) => stateInAnswer(other) !== undefined)
        const isKnown = last !== undefined && !hasEventBetween(last, one, ledger)
        return !isStep(one) || isKnown ? [{ ...one, elapsedMs: 0 }] : []
      }),
    ),
  )
