import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, cannotTell, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { endOfAction } from '../ledger/accounts.ts'
import { textAt } from '../ledger/endpoints.ts'
import { isOverBefore } from '../ledger/meantimes.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding, isPutOff } from '../vocabulary/judge/answer.ts'
import { keyNameOf } from '../vocabulary/operator/key-name.ts'

/** The registration of an account of the webhook portal, and what its webhook key is then. */
interface Opening {
  readonly exchange: Exchange
  readonly end: 'done' | 'refused' | 'unknown'
  /** `open` where it may be active. */
  readonly key: 'active' | 'used' | 'revoked' | 'unknown' | 'open'
  /** Another key was revoked before. */
  readonly isBesideRevoked: boolean
}

const openingsIn = onceFor((facts: Facts<Spec>): readonly Opening[] => {
  // A request that is put off is sent again.
  const named = (name: string) =>
    facts.exchanges.filter(
      ({ action, answer }) => action?.name === name && !(answer !== undefined && isPutOff(answer)),
    )
  const openings = named('register_portal_account')
  const made = named('create_webhook_key')
  return openings.map((exchange) => {
    const name = textAt(exchange, 'key') ?? ''
    const revocations = named('revoke_webhook_key').filter(
      (one) => endOfAction(one) !== 'refused' && one.startedAt < exchange.startedAt,
    )
    const isOf = (one: Exchange) => textAt(one, 'key') === name
    const revoked = revocations.find(isOf)
    const isSure = revoked !== undefined && endOfAction(revoked) === 'done' && isOverBefore(revoked, exchange)
    const isUsed = openings.some(
      (one) => isOf(one) && one.startedAt < exchange.startedAt && endOfAction(one) !== 'refused',
    )
    const own = made.find((one) => keyNameOf(one) === name)
    const end = endOfAction(exchange)
    // A partner may have one active webhook key, so that a newer one ends those before it.
    const isEnded = end === 'refused' && made.some((one) => isNewer(one, own, exchange))
    const alive = isUsed ? 'used' : isEnded ? 'open' : 'active'
    const known = revoked === undefined ? alive : isSure ? 'revoked' : 'open'
    return {
      ...{ exchange, end, key: own === undefined ? 'unknown' : known },
      isBesideRevoked: revocations.length > 0,
    }
  })
})

/** Says whether an action may have made a webhook key after another one of the same partner, and before that was used. */
const isNewer = (one: Exchange, own: Exchange | undefined, use: Exchange): boolean =>
  own !== undefined &&
  one !== own &&
  endOfAction(one) !== 'refused' &&
  textAt(one, 'partner_id') === textAt(own, 'partner_id') &&
  !isOverBefore(one, own) &&
  !isOverBefore(use, one)

/**
 * Judges registrations: active keys open an account, others open none. A refusal shows something only beside an account that was opened, since
 * the operator's action may be wrong.
 */
function judged(facts: Facts<Spec>, concerns: (opening: Opening) => boolean): Verdict | undefined {
  const openings = openingsIn(facts)
  const isOpened = openings.some(({ end, key }) => key === 'active' && end === 'done')
  const verdicts = openings.filter(concerns).map(({ exchange, end, key }): Verdict => {
    if (key !== 'active' && end === 'done')
      return failed(finding(exchange, `no account for a webhook key that is ${key}`, 'it was done'))
    if (end === 'unknown') return cannotTell('the registration has an unknown end')
    if (!isOpened)
      return cannotTell(
        `no webhook key opened an account: ${saidBy(exchange)}`,
        'operator.register_portal_account',
      )
    return key === 'active' && end === 'refused'
      ? failed(finding(exchange, 'an account for an active webhook key', 'a refusal'))
      : passed()
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const saidBy = ({ answer }: Exchange): string => (answer === undefined ? 'no answer' : describe(answer))

/** Statements on the accounts that webhook keys open (2.6, R36). */
export const webhookKeyStatements: readonly PlatformStandingClaim[] = [
  standing('webhook-key-registers-accounts', (facts) =>
    judged(facts, ({ key }) => key === 'active' || key === 'unknown'),
  ),
  {
    ...standing('webhook-key-status-values', (facts) =>
      judged(facts, ({ key, isBesideRevoked }) => key === 'revoked' || (key === 'active' && isBesideRevoked)),
    ),
    needs: [{ operator: 'revoke_webhook_key' }],
  },
  // The first use may end a key, and no action shows its status.
  standing('observe-webhook-key-used-twice', (facts) => {
    const again = openingsIn(facts).filter(({ key, end }) => key === 'used' && end !== 'unknown')
    const said = again.map(({ end }) =>
      observed(`a second account with the same key is ${end === 'done' ? 'opened' : 'refused'}`),
    )
    return said.length === 0 ? undefined : all(said)
  }),
]
