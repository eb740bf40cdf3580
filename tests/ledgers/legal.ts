import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { isInService, isSubscribed } from '../../suites/platform/ledger/endpoints.ts'
import { ofType, type QuoteSubject, quotesIn } from '../../suites/platform/ledger/quotes.ts'
import { debtOf, isInTime, isOverdue } from '../../suites/platform/statements/owed-events.ts'

const TYPES = ['quote.created', 'quote.proposalReady', 'policy.created']

/**
 * Says by the model alone whether a right platform may show a ledger. Then some course of each quote explains its events, and no event
 * that is owed is missing. No statement can rightly notice a change that leaves a ledger so.
 */
export const mayBeRight = (ledger: Facts<Spec>): boolean =>
  quotesIn(ledger).every(
    (one) => one.course.conflicts.length === 0 && !TYPES.some((type) => lacks(type, one, ledger)),
  )

function lacks(type: string, one: QuoteSubject, ledger: Facts<Spec>): boolean {
  const debt = debtOf(type, one, ledger)
  if (debt === undefined || !isOverdue(debt, ledger) || ledger.until?.reached !== true) return false
  return one.endpoints.some(
    (some) =>
      some.isPlain &&
      some.from <= debt.after &&
      isSubscribed(type, some) &&
      isInService(some, debt.by, ledger, ledger.spec.delivery.breaker.failures) &&
      !ofType(type, some.about).some((arrival) => isInTime(arrival, debt, ledger)),
  )
}
