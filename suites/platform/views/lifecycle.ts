import type { Exchange } from '../../../conformance/exchange.ts'
import type { SeenRefusal, SeenTransition } from '../../../conformance/views.ts'
import type { Lifecycle, Spec } from '../../../spec/index.ts'
import { historiesOf, stateChangesOf } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { statePath } from '../statements/path.ts'
import { at, isObject, jsonOf, sentJsonOf } from '../vocabulary/judge/json.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { counted } from './counted.ts'

/** Counts the observed transitions. Between two reads it takes the same path as the claims. */
export function seenTransitions(
  exchanges: readonly Exchange[],
  lifecycle: Lifecycle,
): readonly SeenTransition[] {
  const steps = [
    ...exchanges.flatMap(created),
    ...historiesOf(exchanges).flatMap((history) => stateChangesOf(history)),
    // The answer to a declined submit names no quote, so it is counted separately.
    ...exchanges
      .filter(isDeclined)
      .map(() => ({ from: 'new', to: 'declined', updated: false, bound: false })),
  ]
  return counted(
    steps.flatMap(({ from, to, ...before }): Omit<SeenTransition, 'times'>[] => {
      const path = statePath(lifecycle, { from, to, ...before })
      if (path === undefined) return [{ from, to, kind: 'unlisted' }]
      const kind = path.length === 1 ? 'travelled' : 'passed-over'
      return path.map(([one, other]) => ({ from: one, to: other, kind }))
    }),
  )
}

function created(exchange: Exchange) {
  const to = exchange.operation === 'submit' ? stateOf(exchange) : undefined
  return to === undefined ? [] : [{ from: 'new', to, updated: false, bound: false }]
}

const isDeclined = (exchange: Exchange): boolean =>
  exchange.operation === 'submit' &&
  exchange.answer?.status === 400 &&
  at(jsonOf(exchange), '/status') === 'declined'

/**
 * Counts the binds and updates that were refused in a state that does not allow them. Requests whose credentials or body may be the
 * cause are left out.
 */
export function seenRefusals(exchanges: readonly Exchange[], spec: Spec): readonly SeenRefusal[] {
  const { lifecycle } = spec
  const rows = [...lifecycle.transitions, ...lifecycle.tolerated]
  const isAllowed = (operation: string, state: string) =>
    rows.some(({ via, from }) => via === operation && from === state)
  return counted(
    historiesOf(exchanges).flatMap(({ exchanges: own }) =>
      own.flatMap((exchange, place): Omit<SeenRefusal, 'times'>[] => {
        const { operation, answer } = exchange
        if ((operation !== 'bind' && operation !== 'update') || answer === undefined) return []
        if (answer.status < 400 || answer.status >= 500 || answer.status === 401) return []
        if (!isAuthorized(exchange, { exchanges })) return []
        if (!isValid(exchange, operation === 'bind' ? 'BindRequest' : 'Update', spec)) return []
        const state = own
          .slice(0, place)
          .map(stateOf)
          .findLast((one) => one !== undefined)
        if (state === undefined || isAllowed(operation, state)) return []
        return [{ state, operation, status: answer.status }]
      }),
    ),
  )
}

function isValid(exchange: Exchange, schema: string, spec: Spec): boolean {
  const body = sentJsonOf(exchange)
  return (
    exchange.request.framing === undefined && isObject(body) && spec.validate(schema, '', body).length === 0
  )
}
