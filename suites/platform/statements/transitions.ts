import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  historiesOf,
  lastBefore,
  mayHaveSucceeded,
  type StateChange,
  stateChangesOf,
} from '../ledger/history.ts'
import { precedes } from '../ledger/stays.ts'
import { endOf, readFrom } from '../ledger/timeline.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { statePath } from './path.ts'

/** Claims that the observed states of a quote form a path of the transition table (3, R10, R11). */
export const transitionClaims: readonly PlatformStandingClaim[] = [
  standing('states-follow-the-table', (facts) => judgeSteps(facts)),
  relying(['requests'], standing('issued-only-by-bind', judgeUnbound)),
  standing('declined-is-terminal', (facts) => judgeStay(facts, 'declined')),
  standing('failed-is-terminal', (facts) => judgeStay(facts, 'failed')),
  standing('issued-is-final', (facts) => judgeStay(facts, 'issued')),
]

const changesIn = (facts: Facts<Spec>): readonly StateChange[] =>
  historiesOf(facts.exchanges).flatMap((history) => stateChangesOf(history, facts))

function judgeSteps(facts: Facts<Spec>): Verdict | undefined {
  const changes = changesIn(facts)
  return changes.length === 0 ? undefined : all(changes.map((change) => judgeChange(change, facts)))
}

function judgeChange(change: StateChange, facts: Facts<Spec>): Verdict {
  const { from, to, seen } = change
  return statePath(facts.spec.lifecycle, { ...change, madeReady: mayBeReady(change, facts) }) !== undefined
    ? passed()
    : failed(
        finding(seen, `a state that the transition table leads to from ${from}`, to, '/data/quote_status'),
      )
}

/** Says whether something that makes a quote ready may have come after the moment that the first read is about. */
function mayBeReady({ quoteId, before, seen }: StateChange, facts: Facts<Spec>): boolean {
  const from = readFrom(before, facts)
  const makesReady = (one: Exchange) =>
    (one.operation === 'update' && one.quoteId === quoteId && mayHaveSucceeded(one)) ||
    (one.action?.name === 'review_approve' && one.action.values?.quote_id === quoteId) ||
    one.action?.name === 'onboard_broker'
  return facts.exchanges.some(
    (one) => makesReady(one) && endOf(one).suiteMs >= from && !precedes(seen, one, facts),
  )
}

/** Judges that only the partner's bind leads to `bound` or `issued` (3.transitions). Undefined where no state change was seen. */
function judgeUnbound(facts: Facts<Spec>): Verdict | undefined {
  const changes = changesIn(facts)
  if (changes.length === 0) return undefined
  return all(
    changes.map(({ bound, to, from, seen }) =>
      !bound && (to === 'bound' || to === 'issued')
        ? failed(finding(seen, `${from} until a bind is accepted`, to, '/data/quote_status'))
        : passed(),
    ),
  )
}

/** Judges that a state without a way out is still there at the next read. Undefined where no read followed one that showed it. */
function judgeStay(facts: Facts<Spec>, state: string): Verdict | undefined {
  const verdicts = historiesOf(facts.exchanges).flatMap((history): Verdict[] => {
    const sightings = history.exchanges.filter((exchange) => stateOf(exchange) !== undefined)
    return sightings.flatMap((exchange, place) => {
      const previous = lastBefore(sightings, place, facts)
      if (previous === undefined || stateOf(previous) !== state) return []
      const now = stateOf(exchange)
      return now === state
        ? [passed()]
        : [failed(finding(exchange, state, String(now), '/data/quote_status'))]
    })
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}
