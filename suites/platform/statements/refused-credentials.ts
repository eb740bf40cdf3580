import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { allDecided, cannotTell, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type Access, accessOf, bearerScheme, INVALID_TOKENS, WRONG_KEYS } from '../ledger/credentials.ts'
import { isDone } from '../ledger/endpoints.ts'
import { mayHaveSucceeded, stateBefore } from '../ledger/history.ts'
import { keysOfAccounts } from '../ledger/made-keys.ts'
import { isOverBefore } from '../ledger/meantimes.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { statusClassIsNot, statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { under } from '../vocabulary/operator/step.ts'
import { OPERATIONS } from '../vocabulary/quotes/api.ts'
import { wordsOfUse } from './words-of-use.ts'

/** A request to the quote API, and what its credentials demand. */
interface Use {
  readonly exchange: Exchange
  readonly access: Access
}

/** The requests to the quote API. A recording may lack credentials that were sent. */
const usesIn = onceFor((facts: Facts<Spec>): readonly Use[] =>
  isRecorded(facts)
    ? []
    : facts.exchanges
        .filter(({ operation, request }) => request.credentials !== undefined && isIn(facts.spec, operation))
        .map((exchange) => ({ exchange, access: accessOf(exchange, facts) })),
)

/** Says whether an operation is one of the quote API in the version that is judged. */
const isIn = ({ endpoints }: Spec, operation: Exchange['operation']): boolean =>
  endpoints.some((one) => one.operation === operation)

const tokenIs =
  (...names: readonly string[]) =>
  ({ exchange }: Use): boolean =>
    names.includes(exchange.request.credentials?.token ?? 'none')
const keyIs =
  (...names: readonly string[]) =>
  ({ exchange, access }: Use): boolean =>
    access.token.standing === 'good' && names.includes(exchange.request.credentials?.key ?? 'none')

/** Says whether a token was good once. */
const isOver = ({ exchange: { request }, access: { token } }: Use): boolean =>
  token.standing === 'refused' &&
  (request.credentials?.held === true || request.credentials?.token === 'expired')

/** A replaced key may work for a day. Where it does not, it may be refused at once. */
function isReplaced({ exchange, access }: Use, facts: Facts<Spec>): boolean {
  const { replaced } = keysOfAccounts(facts).get(exchange.request.credentials?.key ?? '') ?? {}
  const isOverdue = access.key.standing === 'refused' || !succeeded(exchange)
  return replaced !== undefined && isDone(replaced) && isOverBefore(replaced, exchange) && isOverdue
}

/** One requirement a line for each operation: which credentials it is about, and the code that must refuse them. */
const ROWS = [
  { suffix: 'no-token-refused', concerns: tokenIs('none') },
  { suffix: 'no-token-401', concerns: tokenIs('none'), code: 401 },
  { suffix: 'invalid-token-401', concerns: tokenIs(...INVALID_TOKENS), code: 401 },
  { suffix: 'expired-token-401', concerns: isOver, code: 401 },
  { suffix: 'no-key-refused', concerns: keyIs('none') },
  { suffix: 'wrong-key-refused', concerns: keyIs(...WRONG_KEYS) },
] as const

/** Statements that requests with wrong credentials are refused, each beside the same request with right ones (5, R21). */
export const refusedCredentialStatements: readonly PlatformStandingClaim[] = [
  ...OPERATIONS.flatMap((operation) =>
    ROWS.map((row) =>
      standing(`${operation}-${row.suffix}`, (facts) =>
        judged((use) => use.exchange.operation === operation && row.concerns(use), facts, 'code' in row),
      ),
    ),
  ),
  standing('other-partners-key-refused', (facts) => judged(({ access }) => access.isMixed, facts, false)),
  standing('replaced-key-stops-working', (facts) => judged((use) => isReplaced(use, facts), facts, false)),
]

/**
 * Judges the requests that a row concerns. A request that was let in is a breach. Another one shows something only beside the same
 * request with right credentials: else its refusal may have another reason.
 */
function judged(concerns: (use: Use) => boolean, facts: Facts<Spec>, has401: boolean): Verdict | undefined {
  const verdicts = usesIn(facts)
    .filter(concerns)
    .flatMap((use): readonly Verdict[] => {
      const { exchange } = use
      const verdict = under(wordsOfUse(exchange, facts), refusal(exchange, has401))
      if (succeeded(exchange)) return [verdict]
      const counterparts = counterpartsOf(use, facts)
      if (counterparts.some(({ exchange: one }) => succeeded(one))) return [verdict]
      const [counterpart] = counterparts
      return counterpart === undefined
        ? []
        : [cannotTell(`the same request with right credentials was not served: ${codeOf(counterpart)}`)]
    })
  return verdicts.length === 0 ? undefined : allDecided(verdicts)
}

const codeOf = ({ exchange: { answer } }: Use): number | string => answer?.status ?? 'no answer'

/** That a platform knows the scheme in lower case follows from another standard: its code is open here. */
const refusal = (exchange: Exchange, has401: boolean): Verdict =>
  has401 && (exchange.request.credentials?.token === 'none' || bearerScheme(exchange) === 'Bearer')
    ? statusIs(exchange, 401)
    : statusClassIsNot(exchange, 2)

/** The same requests with right credentials of the same partner, while its state was the same. */
function counterpartsOf({ exchange, access }: Use, facts: Facts<Spec>): readonly Use[] {
  const uses = usesIn(facts)
  const { operation, quoteId } = exchange
  const partner = access.token.partner
  const same = uses.filter(
    (one) =>
      one.exchange.operation === operation &&
      one.exchange.quoteId === quoteId &&
      (one.access.standing === 'good' || (one.access.standing === 'open' && succeeded(one.exchange))) &&
      (quoteId !== undefined || one.access.token.partner === partner),
  )
  if (quoteId === undefined || operation === 'status') return same
  const state = stateBefore(exchange, facts)
  return same.filter(
    ({ exchange: one }) =>
      state !== undefined && stateBefore(one, facts) === state && !isChangedBetween(exchange, one, facts),
  )
}

/** Says whether a quote may have been updated or bound between two requests. */
function isChangedBetween(one: Exchange, other: Exchange, { exchanges }: Facts<Spec>): boolean {
  const from = Math.min(one.startedAt, other.startedAt)
  const to = Math.max(one.startedAt, other.startedAt)
  return exchanges.some(
    (write) =>
      write.quoteId === one.quoteId &&
      (write.operation === 'update' || write.operation === 'bind') &&
      mayHaveSucceeded(write) &&
      ![one, other].includes(write) &&
      from < write.startedAt &&
      write.startedAt < to,
  )
}
