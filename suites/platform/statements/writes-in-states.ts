import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import { QUOTE_STATES, type QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { historiesOf } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { staysOf } from '../ledger/stays.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { isPutOff, statusClassIsNot, succeeded } from '../vocabulary/judge/answer.ts'

type Write = 'update' | 'bind'

/** The states that allow each request (4.rule.3, 4.rule.4). */
const ALLOWED: Readonly<Record<Write, readonly QuoteState[]>> = {
  update: ['ready_to_bind', 'approved_rate'],
  bind: ['ready_to_bind'],
}

/** Statements about requests in a state that does not allow them, whatever happened to the quote before (4.rule.3, 4.rule.4, R14, R16). */
export const writeStatements: readonly PlatformStandingClaim[] = (['update', 'bind'] as const).flatMap(
  (operation) =>
    QUOTE_STATES.filter((state) => !ALLOWED[operation].includes(state)).map((state) => ({
      ...relying(
        ['requests'],
        standing(`${operation}-in-${state.replaceAll('_', '-')}`, (facts) => {
          const verdicts = writesInStates(facts)
            .filter((one) => one.exchange.operation === operation && one.state === state)
            .flatMap(({ exchange }) => refused(exchange) ?? [])
          return verdicts.length === 0 ? undefined : all(verdicts)
        }),
      ),
      shownIn: [`states/requests-in-${state.replaceAll('_', '-')}`],
    })),
)

/** Judges that a request was refused. An update may be refused for its body, too, so that its refusal decides nothing here. */
function refused(exchange: Exchange): Verdict | undefined {
  const isDecided = succeeded(exchange) || (exchange.operation === 'bind' && exchange.answer?.status !== 401)
  return isDecided ? statusClassIsNot(exchange, 2) : undefined
}

/** Answered requests that change a quote, each with the state in which the quote was. */
const writesInStates = onceFor(
  (facts: Facts<Spec>): readonly { readonly exchange: Exchange; readonly state: string }[] =>
    historiesOf(facts.exchanges).flatMap((history) => {
      const writes = history.exchanges.filter((one) => isAnsweredWrite(one) && isAuthorized(one, facts))
      if (writes.length === 0) return []
      const stays = staysOf(history, facts)
      return writes.flatMap((exchange) => {
        const state = stays.stateAt(exchange)
        return state === undefined ? [] : [{ exchange, state }]
      })
    }),
)

const isAnsweredWrite = ({ operation, answer }: Exchange): boolean =>
  (operation === 'update' || operation === 'bind') &&
  answer !== undefined &&
  answer.status < 500 &&
  !isPutOff(answer)
