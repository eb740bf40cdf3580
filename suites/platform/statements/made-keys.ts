import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { decidedSince } from '../ledger/accounts.ts'
import { accessOf } from '../ledger/credentials.ts'
import { actionsOnKeys, type KeyOfAccount, keysOfAccounts } from '../ledger/made-keys.ts'
import { isOverBefore } from '../ledger/meantimes.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'
import { credentialsTaken } from './kept-tokens.ts'
import { isServed } from './readable.ts'

/** A request with a key that an operator made for an account. */
interface KeyUse {
  readonly exchange: Exchange
  readonly key: KeyOfAccount
  /** It was over before another key took the place of this one. */
  readonly isCurrent: boolean
  /** It must be let in; or it was, when no other key had taken its place. */
  readonly isGood: boolean
}

/** Requests about quotes that the account itself submitted. */
const usesOfKeys = onceFor((facts: Facts<Spec>): readonly KeyUse[] => {
  const keys = keysOfAccounts(facts)
  const accountOf = ({ request }: Exchange) => keys.get(request.credentials?.key ?? '')?.account
  const owners = new Map(
    facts.exchanges
      .filter(({ operation }) => operation === 'submit')
      .map((one) => [quoteIdOf(one), accountOf(one)]),
  )
  return facts.exchanges.flatMap((exchange) => {
    const key = keys.get(exchange.request.credentials?.key ?? '')
    const isOwn = exchange.quoteId === undefined || owners.get(exchange.quoteId) === key?.account
    if (key === undefined || !isOwn) return []
    const isCurrent = key.replaced === undefined || isOverBefore(exchange, key.replaced)
    const isGood = accessOf(exchange, facts).standing === 'good' || (isCurrent && succeeded(exchange))
    return [{ exchange, key, isCurrent, isGood }]
  })
})

/** Judges the requests with good keys that a statement concerns. */
const taken = (
  requirement: string,
  concerns: (use: KeyUse, facts: Facts<Spec>) => boolean,
): PlatformStandingClaim =>
  standing(requirement, (facts) => {
    const verdicts = usesOfKeys(facts)
      .filter((use) => use.isGood && concerns(use, facts))
      .flatMap(({ exchange }): Verdict[] => {
        const verdict = credentialsTaken(exchange, facts, 'its token and its key are good')
        return verdict === undefined ? [] : [verdict]
      })
    return verdicts.length === 0 ? undefined : all(verdicts)
  })

/** Requests that are sent together begin within so many milliseconds. */
const TOGETHER_MS = 1000

/** Says whether another key of the account was let in at the same moment. */
const isHelpedOut = ({ exchange, key }: KeyUse, facts: Facts<Spec>): boolean =>
  usesOfKeys(facts).some(
    (one) =>
      one.key.account === key.account &&
      one.key !== key &&
      succeeded(one.exchange) &&
      one.exchange.targetMs === exchange.targetMs &&
      Math.abs(one.exchange.startedAt - exchange.startedAt) < TOGETHER_MS,
  )

/** Says whether a key came when its account had another one. */
const isLater = ({ key }: KeyUse, facts: Facts<Spec>): boolean =>
  actionsOnKeys(key.account, facts).at(-1) !== key.made

/** A rotation is over an hour after its last step. */
const ROTATION_MS = 3_600_000

/** Says whether the keys of an account were being rotated when a request was sent. */
function isRotation({ exchange, key }: KeyUse, facts: Facts<Spec>): boolean {
  const steps = actionsOnKeys(key.account, facts)
  const last = steps.find((one) => one.startedAt <= exchange.startedAt)
  const isOfRotation = steps.some(({ action }) => action?.name === 'rotate_key')
  return isOfRotation && last !== undefined && exchange.targetMs - last.targetMs < ROTATION_MS
}

/**
 * Says whether nothing may have ended the token or the key of a read. How a platform refuses those that ended is open: with 404 as well
 * (R21, R36).
 */
function hasLasting({ exchange, key, isCurrent }: KeyUse, facts: Facts<Spec>): boolean {
  const { token } = accessOf(exchange, facts)
  const decided = decidedSince(key.account, { suiteMs: key.made.startedAt }, exchange, facts)
  return isCurrent && decided === undefined && token.standing === 'good' && token.partner === key.account
}

/** Says whether a read showed, with the same key, the quote that a later one asks for. */
const showed = ({ exchange, key }: KeyUse, later: KeyUse): boolean =>
  key === later.key && exchange.quoteId === later.exchange.quoteId && succeeded(exchange)

/** Statements on the keys of accounts that the run opened: each is good until it is replaced (2.6, 5.rule.6, R22, R36). */
export const madeKeyStatements: readonly PlatformStandingClaim[] = [
  taken('primary-key-works', ({ key }) => key.slot === 'primary'),
  taken('secondary-key-works', ({ key }) => key.slot === 'secondary'),
  // At every moment one of the two works, and each new one comes to work.
  taken(
    'key-rotation-has-its-steps',
    (use, facts) =>
      use.exchange.operation === 'status' &&
      isRotation(use, facts) &&
      (succeeded(use.exchange) || isLater(use, facts) || !isHelpedOut(use, facts)),
  ),
  // Nothing was done to the keys of the account since this one was created.
  taken('credentials-come-from-the-portal', ({ exchange, key }, facts) => {
    const last = actionsOnKeys(key.account, facts).find((one) => one.startedAt <= exchange.startedAt)
    const isCreated = last === key.made && last.action?.name === 'create_key'
    return isCreated && exchange.operation === 'submit'
  }),
  // A quote belongs to its account, and not to the client that submitted it.
  standing('status-stays-readable', (facts) => {
    const reads = usesOfKeys(facts).filter(({ exchange }) => exchange.operation === 'status')
    const verdicts = reads
      .filter(
        (use, place) =>
          ![401, 403].includes(use.exchange.answer?.status ?? 0) &&
          hasLasting(use, facts) &&
          reads.slice(0, place).some((one) => showed(one, use)),
      )
      .map(({ exchange }) => isServed(exchange))
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
  standing('observe-replaced-key', (facts) => {
    const verdicts = [...keysOfAccounts(facts).values()].flatMap(({ name, replaced }) => {
      const [first] = usesOfKeys(facts).filter(
        ({ exchange, key }) =>
          key.name === name && replaced !== undefined && replaced.startedAt < exchange.startedAt,
      )
      return first === undefined ? [] : [observedAnswer(first.exchange, 'at once')]
    })
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]
