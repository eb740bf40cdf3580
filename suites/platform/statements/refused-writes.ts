import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, allDecided, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { accessOf } from '../ledger/credentials.ts'
import { historiesOf, mayHaveSucceeded } from '../ledger/history.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { under } from '../vocabulary/operator/step.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { sameRecord } from '../vocabulary/quotes/same-record.ts'
import { staysIn } from '../vocabulary/quotes/same-state.ts'
import { wordsOfUse } from './words-of-use.ts'

/** Statements that an update or a bind which is refused for its credentials leaves the quote as it was (5, R21). */
export const refusedWriteStatements: readonly PlatformStandingClaim[] = (['update', 'bind'] as const).map(
  (operation) =>
    relying(
      ['requests'],
      standing(`refused-${operation}-changes-nothing`, (facts) => {
        const verdicts = historiesOf(facts.exchanges).flatMap(({ exchanges }) =>
          leftAsItWas(operation, exchanges, facts),
        )
        return verdicts.length === 0 ? undefined : allDecided(verdicts)
      }),
    ),
)

const isWrite = ({ operation }: Exchange): boolean => operation === 'update' || operation === 'bind'

/** Fewer reads afterwards do not show that a refused request is not carried out later. */
const FEWEST_READS = 3

/**
 * Judges a quote that is ready to bind, until something else may have changed it. Two reads before tell which of its fields change by
 * themselves.
 */
function leftAsItWas(
  operation: 'update' | 'bind',
  exchanges: readonly Exchange[],
  facts: Facts<Spec>,
): readonly Verdict[] {
  const changed = exchanges.findIndex((one) => isWrite(one) && mayHaveSucceeded(one))
  const untouched = changed < 0 ? exchanges : exchanges.slice(0, changed)
  const refused = untouched.filter((one) => isWrite(one) && accessOf(one, facts).standing === 'refused')
  const [first] = refused
  const last = refused.at(-1)
  const sent = refused.filter((one) => one.operation === operation)
  const [shown] = sent
  if (first === undefined || last === undefined || shown === undefined) return []
  const reads = untouched.filter((one) => one.operation === 'status' && stateOf(one) !== undefined)
  const before = reads.slice(
    0,
    reads.findIndex((read) => read.startedAt > first.startedAt),
  )
  const after = reads.filter((read) => read.startedAt > last.startedAt)
  const bindable = facts.spec.lifecycle.named('ready_to_bind')
  const [was] = before.filter((read) => stateOf(read) === bindable)
  if (was === undefined || before.length < 2 || after.length < FEWEST_READS) return []
  const steady = before.slice(before.indexOf(was))
  const watchedMs = (after.at(-1)?.targetMs ?? 0) - last.targetMs
  return [
    under(
      wordsOfUse(shown, facts),
      all([staysIn(was, { reads: after, watchedMs }), sameRecord(steady, after, facts.spec)]),
    ),
  ]
}
