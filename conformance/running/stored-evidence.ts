import type { CheckResult, ScenarioFinished } from '../events.ts'
import { type Exchange, REDACTED } from '../exchange.ts'
import { isBreach } from '../outcome.ts'
import { cannotTell } from '../verdict.ts'

/**
 * Returns a verdict on stored evidence, as far as that evidence supports it. Evidence is stored redacted and cut to a size
 * limit. So redacted or cut text may itself cause a breach that the run did not see.
 */
export function asFarAsStored(check: CheckResult, { checks, exchanges }: ScenarioFinished): CheckResult {
  if (!isBreach(check)) return check
  const before = checks.find(
    ({ requirement, name }) => requirement === check.requirement && name === check.name,
  )
  if (before !== undefined && isBreach(before)) return check
  const named = new Set(check.exchanges)
  const grounds = exchanges.filter(({ id }) => named.size === 0 || named.has(id))
  if (!grounds.some(isPartial)) return check
  const why = 'its stored evidence is redacted or cut, and what really came may have been right'
  return { ...check, outcome: 'not-exercised', verdict: cannotTell(why) }
}

const isPartial = ({ answer }: Exchange): boolean =>
  answer !== undefined && (answer.body.cut === true || answer.body.text?.includes(REDACTED) === true)
