import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isOfOthers, partnerOf } from '../ledger/owners.ts'
import { isLetInAt } from '../vocabulary/access/counterpart.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { statusClassIsNot, succeeded } from '../vocabulary/judge/answer.ts'
import { ID_OPERATIONS } from '../vocabulary/quotes/no-quote.ts'
import { type JudgedAnswer, ofTheirQuotes } from './under-quotes.ts'

/** Statements that no partner is served another partner's quote, whatever happened to it before (R12). */
export const foreignStatements: readonly PlatformStandingClaim[] = ID_OPERATIONS.map((operation) =>
  relying(
    ['requests'],
    standing(`${operation}-foreign-quote`, (facts) => {
      const judged = facts.exchanges.flatMap((exchange): JudgedAnswer[] => {
        const isAbout = exchange.operation === operation && isOfOthers(exchange, facts)
        const verdict = isAbout ? kept(exchange, facts) : undefined
        return verdict === undefined ? [] : [{ exchange, verdict }]
      })
      return ofTheirQuotes(judged, facts)
    }),
  ),
)

/** Judges a request of another partner. A refusal counts where that partner is let in, and where the owner is served. */
function kept(foreign: Exchange, facts: Facts<Spec>): Verdict | undefined {
  const verdict = statusClassIsNot(foreign, 2)
  if (verdict.kind === 'failed') return verdict
  // A server that is busy has decided nothing. Others of these requests show what it does.
  if (verdict.kind === 'cannot-tell') return undefined
  const id = foreign.quoteId?.toLowerCase()
  const isLetIn = facts.exchanges.some(
    (one) => partnerOf(one) === partnerOf(foreign) && !isOfOthers(one, facts) && isLetInAt(one),
  )
  const isServed = facts.exchanges.some(
    (one) =>
      one.operation === foreign.operation &&
      one.quoteId?.toLowerCase() === id &&
      !isOfOthers(one, facts) &&
      succeeded(one),
  )
  return isLetIn && isServed ? verdict : undefined
}
