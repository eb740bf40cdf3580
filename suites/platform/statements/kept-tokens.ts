import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { timeBetween } from '../../../model/access/standing.ts'
import type { Spec } from '../../../spec/spec.ts'
import { madeClients } from '../ledger/accounts.ts'
import { accessOf, bearerScheme, keptBy, keptTokens } from '../ledger/credentials.ts'
import { actionsIn, mayHaveSucceeded, stateBefore } from '../ledger/history.ts'
import { isOverBefore, meantimeOf } from '../ledger/meantimes.ts'
import { asksForOwn } from '../ledger/owners.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding, isPutOff, succeeded, withAnswer } from '../vocabulary/judge/answer.ts'
import { changesSince, wordsOfUse } from './words-of-use.ts'

/** A request with a token that was kept and must be good. */
interface GoodUse {
  readonly exchange: Exchange
  /** An operator made the client of the token. */
  readonly isOfMade: boolean
  /** The client of the token was deactivated after the grant. */
  readonly wasInactive: boolean
  /** The client was granted another token after it. */
  readonly isOlder: boolean
  /** How much of its lifetime is left, in milliseconds, at most. */
  readonly leftMs: number
  readonly lifetimeMs: number
}

const goodUsesIn = onceFor((facts: Facts<Spec>): readonly GoodUse[] =>
  isRecorded(facts)
    ? []
    : facts.exchanges.flatMap((exchange) => {
        const kept = exchange.request.credentials?.held === true ? keptBy(exchange, facts) : undefined
        if (kept === undefined || bearerScheme(exchange) !== 'Bearer') return []
        if (accessOf(exchange, facts).standing !== 'good' || !asksForOwn(exchange, facts)) return []
        const { token, life } = kept
        const grantedMs = life.granted.to.suiteMs
        const others = [...keptTokens(facts).values()].filter(
          (one) => one !== token && one.clientId === token.clientId,
        )
        return [
          {
            exchange,
            isOfMade: madeClients(facts).has(token.clientId),
            wasInactive: changesSince(exchange, facts).some(({ to }) => to === 'inactive'),
            isOlder: others.some(({ grants }) =>
              grants.some(({ startedAt }) => startedAt >= grantedMs && startedAt < exchange.startedAt),
            ),
            leftMs: life.lifetimeMs - timeBetween(life.granted, meantimeOf(exchange)).least,
            lifetimeMs: life.lifetimeMs,
          },
        ]
      }),
)

/** So much of its lifetime is left when a use can show that a token lives to its end. */
const LAST_MS = 30_000

const isLate = ({ leftMs, lifetimeMs }: GoodUse): boolean => leftMs <= lifetimeMs / 2

/** One requirement a line: the uses that it is about, and those of them whose success shows it. */
const ROWS = [
  {
    requirement: 'issued-token-survives-deactivation',
    concerns: ({ wasInactive }: GoodUse) => wasInactive,
    shows: () => true,
  },
  {
    requirement: 'token-lives-3600-seconds',
    concerns: (use: GoodUse) => !use.wasInactive && isLate(use),
    shows: ({ leftMs }: GoodUse) => leftMs <= LAST_MS,
  },
  {
    requirement: 'older-token-stays-valid',
    concerns: (use: GoodUse) => !use.wasInactive && !isLate(use) && use.isOlder,
    shows: () => true,
  },
  {
    requirement: 'credentials-come-from-the-portal',
    concerns: ({ exchange, isOfMade, wasInactive }: GoodUse) =>
      isOfMade && !wasInactive && exchange.operation === 'submit',
    shows: () => true,
  },
] as const

/** Statements that a token is good from its grant until its lifetime is over, whatever becomes of its client (2.6, 5.rule.4, 8, R22). */
export const keptTokenStatements: readonly PlatformStandingClaim[] = ROWS.map(
  ({ requirement, concerns, shows }) =>
    standing(requirement, (facts) => {
      const verdicts = goodUsesIn(facts)
        .filter(concerns)
        .flatMap((use) => {
          const verdict = credentialsTaken(use.exchange, facts, 'its token is good')
          return verdict === undefined || (verdict.kind === 'passed' && !shows(use)) ? [] : [verdict]
        })
      return verdicts.length === 0 ? undefined : all(verdicts)
    }),
)

/**
 * Judges that credentials are taken. Undefined for a refusal that may have another reason.
 *
 * @param why the reason for which they are good
 */
export function credentialsTaken(exchange: Exchange, facts: Facts<Spec>, why: string): Verdict | undefined {
  if (succeeded(exchange)) return passed()
  const { answer: given } = exchange
  if (given === undefined || isPutOff(given)) return undefined
  if (!isRefusal(exchange) && !isServedBefore(exchange, facts)) return undefined
  // An error of the moment refuses no credentials.
  if (given.status >= 500 && isTakenBeside(exchange, facts)) return undefined
  const under = wordsOfUse(exchange, facts)
  return withAnswer(exchange, (answer) =>
    failed({
      ...finding(exchange, `no refusal, since ${why}`, describe(answer), 'status'),
      ...(under !== undefined && { under }),
    }),
  )
}

/** A 403 to an update or a bind may be about the state of the quote. */
const isRefusal = (exchange: Exchange): boolean =>
  exchange.answer?.status === 401 || (exchange.answer?.status === 403 && !isWrite(exchange))

const isWrite = ({ operation }: Exchange): boolean => operation === 'update' || operation === 'bind'

/**
 * Says whether the same request was served before, and nothing has changed its quote since. Whether a quote may be updated or bound is
 * judged by its course.
 */
function isServedBefore(exchange: Exchange, facts: Facts<Spec>): boolean {
  const { operation, quoteId, answer } = exchange
  const partnerOf = (one: Exchange) => accessOf(one, facts).token.partner
  if (isWrite(exchange)) return false
  const before = facts.exchanges.filter((one) => one.quoteId === quoteId && isOverBefore(one, exchange))
  const served = before.filter((one) => one.operation === operation && succeeded(one))
  if (operation === 'status') return served.length > 0
  if (operation === 'submit')
    return answer?.status !== 400 && served.some((one) => partnerOf(one) === partnerOf(exchange))
  const state = stateBefore(exchange, facts)
  // One that is under way beside it may change the quote as well.
  const isWritten = facts.exchanges.some(
    (one) => one.quoteId === quoteId && isWrite(one) && mayHaveSucceeded(one) && !isOverBefore(exchange, one),
  )
  const isSettled = state === 'issued' || (state === 'ready_to_bind' && !isWritten)
  return isSettled && served.some((one) => stateBefore(one, facts) === state)
}

/** An error of the moment comes within a minute of what is right. */
const MOMENT_MS = 60_000

/**
 * Says whether an operation took the same credentials later, before anybody changed their client. Or it took them a moment ago, and the
 * operator did nothing since then, such as with a key or the clock.
 */
function isTakenBeside(exchange: Exchange, facts: Facts<Spec>): boolean {
  const { operation, startedAt, targetMs } = exchange
  const { token, key } = exchange.request.credentials ?? {}
  const changes = changesSince(exchange, facts).length
  const last = actionsIn(facts.exchanges).findLast(
    (one) => one.action?.shows === undefined && one.startedAt <= startedAt,
  )
  const isLater = (one: Exchange) => one.startedAt > startedAt && changesSince(one, facts).length === changes
  const isJustBefore = (one: Exchange) =>
    isOverBefore(one, exchange) &&
    targetMs - one.targetMs < MOMENT_MS &&
    (last === undefined || isOverBefore(last, one))
  return facts.exchanges.some(
    (one) =>
      one.operation === operation &&
      one.request.credentials?.token === token &&
      one.request.credentials?.key === key &&
      succeeded(one) &&
      (isLater(one) || isJustBefore(one)),
  )
}
