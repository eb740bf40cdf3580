import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Insured } from '../../../generators/forms.ts'
import type { Spec } from '../../../spec/spec.ts'
import { eventStatements } from '../statements/events.ts'
import { requestStatements } from '../statements/requests.ts'
import type { PlatformContext, PlatformStandingClaim } from '../vocabulary/context.ts'
import { isBinding } from './judge.ts'
import type { JourneyTrace } from './trace.ts'

/** The `must` requirements on requests for which journeys are driven. */
export const shownByJourneys = (spec: Spec): readonly string[] => bindingOf(requestStatements, spec)

const bindingOf = (statements: readonly PlatformStandingClaim[], spec: Spec): readonly string[] =>
  statements.flatMap(({ requirement }) =>
    isBinding(spec.requirement(requirement), spec) ? [requirement] : [],
  )

/**
 * The `must` requirements that a journey breaks, as far as the ledger shows it by now. So a breach that only its ledger shows makes a
 * counterexample as well.
 *
 * @param insured of whom other journeys have quotes too
 */
export function brokenByLedger(
  { ledger, spec }: Pick<PlatformContext, 'ledger' | 'spec'>,
  { exchanges: own }: Pick<JourneyTrace, 'exchanges'>,
  { name }: Pick<Insured, 'name'>,
): readonly string[] {
  const { exchanges, target = {}, ...rest } = ledger()
  const sent = new Set(own.map(({ id }) => id))
  const isJudged = ({ id, action }: Exchange) => action !== undefined || sent.has(id)
  const facts: Facts<Spec> = {
    ...{ spec, ...rest },
    // The actions of operators are about the work on all quotes, and tell the time.
    exchanges: exchanges.filter(isJudged),
    // After a hold, the binds of all journeys wait for one another.
    elsewhere: exchanges.filter((one) => !isJudged(one)),
    target: { ...target, sharedInsured: [...(target.sharedInsured ?? []), name] },
  }
  const broken = [...eventStatements, ...requestStatements].filter(
    ({ judge }) => judge(facts)?.kind === 'failed',
  )
  return bindingOf(broken, spec)
}
