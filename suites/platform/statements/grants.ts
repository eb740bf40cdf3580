import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { ClientStatus } from '../../../model/access/status.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  actionsInWords,
  changesOfClient,
  clientIdOf,
  decisionsOn,
  madeClients,
  openingOf,
  statusesOfAccount,
  statusesOfClient,
} from '../ledger/accounts.ts'
import { keptTokens } from '../ledger/credentials.ts'
import { isOverBefore } from '../ledger/meantimes.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding, isBrokenOff, isPutOff, withAnswer } from '../vocabulary/judge/answer.ts'
import { at, jsonOf } from '../vocabulary/judge/json.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { under } from '../vocabulary/operator/step.ts'
import { rightRequestsIn } from './token-requests.ts'

/** A right token request of a client that is active for sure, as its account is. */
interface Right {
  readonly exchange: Exchange
  /** The run made the client, and opened its account. */
  readonly isMade: boolean
  readonly isOpened: boolean
  /** The account was closed before, and approved again. */
  readonly isReopened: boolean
  /** The account got another client before. */
  readonly isFurther: boolean
  /** The last change of the client; absent where it was never changed. */
  readonly changed?: ClientStatus
  /** Another client was deactivated before. */
  readonly isBesideInactive: boolean
}

const isActive = (statuses: ReadonlySet<string>): boolean => statuses.size === 1 && statuses.has('active')

/** Says whether a request decides nothing: it got no answer or was put off. One that was broken off may have been answered later. */
function isLeft(exchange: Exchange, requests: readonly Exchange[]): boolean {
  const { answer } = exchange
  if (answer !== undefined) return isPutOff(answer)
  const isLike = (one: Exchange) =>
    clientIdOf(one) === clientIdOf(exchange) && one.startedAt > exchange.startedAt && one.answer !== undefined
  return !isBrokenOff(exchange) || requests.some(isLike)
}

const rightsIn = onceFor((facts: Facts<Spec>): readonly Right[] => {
  const clients = madeClients(facts)
  const requests = rightRequestsIn(facts)
  return requests.flatMap((exchange): Right[] => {
    const id = clientIdOf(exchange)
    const account = clients.get(id)?.account
    if (isLeft(exchange, requests)) return []
    if (!isActive(statusesOfClient(id, exchange, facts))) return []
    if (!isActive(statusesOfAccount(account, exchange, facts))) return []
    const isBefore = (one: Exchange) => one.startedAt < exchange.startedAt
    const changesOf = (client: string) =>
      changesOfClient(client, facts).filter((one) => isBefore(one.exchange))
    const changed = changesOf(id).at(-1)?.to
    const [first] = [...clients].filter(([, its]) => its.account === account)
    return [
      {
        exchange,
        isMade: account !== undefined,
        isOpened: openingOf(facts).has(account ?? ''),
        isReopened: decisionsOn(account, facts).filter(isBefore).length > 1,
        isFurther: account !== undefined && first?.[0] !== id,
        ...(changed !== undefined && { changed }),
        isBesideInactive: [...clients.keys()].some(
          (other) => other !== id && changesOf(other).some(({ to }) => to === 'inactive'),
        ),
      },
    ]
  })
})

function tokenIn(exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) => {
    const token = at(jsonOf(exchange), '/access_token')
    return answer.status >= 200 && answer.status < 300 && typeof token === 'string' && token !== ''
      ? passed()
      : failed(finding(exchange, 'an access token', describe(answer)))
  })
}

/** One requirement a line, and the requests that it is about. */
const ROWS: Readonly<Record<string, (right: Right) => boolean>> = {
  'approved-account-authenticates': ({ isOpened, isReopened, changed, isBesideInactive }) =>
    isOpened && changed === undefined && (isReopened || !isBesideInactive),
  // At once after its creation, and again once it was activated.
  'credentials-come-from-the-portal': ({ isMade, isReopened, changed, isBesideInactive }) =>
    isMade && !isReopened && (changed === 'active' || !isBesideInactive),
  'lost-secret-is-replaced': ({ isFurther, isReopened, changed, isBesideInactive }) =>
    isFurther && !isReopened && changed === undefined && !isBesideInactive,
  'deactivation-spares-other-clients': ({ isReopened, changed, isBesideInactive }) =>
    !isReopened && changed === undefined && isBesideInactive,
}

const NEEDS: Readonly<Record<string, readonly PlatformNeed[]>> = {
  'approved-account-authenticates': [{ operator: 'register_partner' }, { operator: 'approve_partner' }],
  'deactivation-spares-other-clients': [{ operator: 'create_client' }, { operator: 'deactivate_client' }],
}

/** Says what became of the tokens of an account that was disabled: while that was done, or else afterwards (R36). */
function tokensOfDisabled(facts: Facts<Spec>): readonly Verdict[] {
  return [...keptTokens(facts).values()].flatMap(({ name, partner, grants: [granted] }): Verdict[] => {
    const closing = decisionsOn(partner, facts).find(
      ({ action, startedAt }) =>
        action?.name === 'disable_partner' && startedAt > (granted?.startedAt ?? Number.POSITIVE_INFINITY),
    )
    if (closing === undefined) return []
    const uses = facts.exchanges.filter(
      (one) => one.request.credentials?.token === name && one.startedAt > closing.startedAt,
    )
    const during = uses.find((one) => !isOverBefore(closing, one) && (one.answer?.status ?? 500) >= 500)
    const after = uses.find((one) => isOverBefore(closing, one))
    if (during !== undefined) return [observedAnswer(during, 'while the account was disabled')]
    return after === undefined ? [] : [observedAnswer(after, 'afterwards')]
  })
}

/** Statements on the token requests that must be granted, whatever became of other clients (2.6, 5.rule.2, 5.rule.4, 5.rule.8, R36). */
export const grantStatements: readonly PlatformStandingClaim[] = [
  ...Object.entries(ROWS).map(([requirement, concerns]) => ({
    ...standing(requirement, (facts) => {
      const verdicts = rightsIn(facts)
        .filter(concerns)
        .map(({ exchange }) => under(circumstanceOf(exchange, facts), tokenIn(exchange)))
      return verdicts.length === 0 ? undefined : all(verdicts)
    }),
    needs: NEEDS[requirement] ?? [],
  })),
  standing('observe-tokens-of-disabled-account', (facts) => {
    const verdicts = tokensOfDisabled(facts)
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]

const circumstanceOf = (exchange: Exchange, facts: Facts<Spec>): string | undefined => {
  const done = actionsInWords(clientIdOf(exchange), exchange, facts)
  return done === '' ? undefined : `after ${done}`
}
