import type { Exchange } from '../../../conformance/exchange.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Instant } from '../../../model/access/standing.ts'
import {
  afterNamesake,
  type ClientStatus,
  decided,
  isDecision,
  type StatusOfAccount,
  type StatusStep,
  statusesAt,
} from '../../../model/access/status.ts'
import type { Spec } from '../../../spec/spec.ts'
import { jsonOf } from '../vocabulary/judge/json.ts'
import { ACCOUNT, statusIn } from '../vocabulary/operator/shown.ts'
import { isDone, textAt } from './endpoints.ts'
import { meantimeOf } from './meantimes.ts'

/** The client that a token request names; empty where it names none in the stated form. */
export const clientIdOf = ({ request }: Exchange): string =>
  new URLSearchParams(request.body ?? '').get('client_id') ?? ''

/** A client that an operator made, and its account: the id, or `own`. */
interface ClientOfAccount {
  readonly made: Exchange
  readonly account: string
}

/** The clients that an operator made, by their ids, in the order in which they were made. */
export const madeClients = onceFor(
  ({ exchanges, target }: Facts<Spec>): ReadonlyMap<string, ClientOfAccount> =>
    new Map(
      exchanges.flatMap((made): [string, ClientOfAccount][] => {
        const [client, account] = [textAt(made, 'client_id'), textAt(made, 'partner_id')]
        if (made.action?.name !== 'create_client' || client === undefined || account === undefined) return []
        const isOwn = [target?.partnerId, target?.clientPartnerId].includes(account)
        return [[client, { made, account: isOwn ? 'own' : account }]]
      }),
    ),
)

/** An action of the operator that may change a status. */
export interface ActionOnStatus<S> extends StatusStep<S> {
  readonly exchange: Exchange
}

/** The exit code by which a command says that it was refused. */
const REFUSED_EXIT = 4

/** How an action of the operator ended. An answer outside 2xx and 4xx, or none, leaves it open. */
export function endOfAction(one: Exchange): StatusStep<unknown>['end'] {
  if (isDone(one)) return 'done'
  const { status = 0 } = one.answer ?? {}
  const isRefused = one.request.method === 'RUN' ? status === REFUSED_EXIT : Math.floor(status / 100) === 4
  return isRefused ? 'refused' : 'unknown'
}

const step = <S>(exchange: Exchange, leads: StatusStep<S>['leads']): ActionOnStatus<S> => ({
  ...{ exchange, during: meantimeOf(exchange), end: endOfAction(exchange), leads },
})

/** The actions that activated or deactivated a client, in the order in which they began. */
export const changesOfClient = (
  clientId: string,
  { exchanges }: Facts<Spec>,
): readonly (ActionOnStatus<ClientStatus> & { readonly to: ClientStatus })[] =>
  exchanges.flatMap((exchange) => {
    const { name } = exchange.action ?? {}
    const isChange = name === 'deactivate_client' || name === 'activate_client'
    if (!isChange || textAt(exchange, 'client_id') !== clientId) return []
    const to = name === 'activate_client' ? 'active' : 'inactive'
    return [{ ...step<ClientStatus>(exchange, () => [to]), to }]
  })

/** The decisions on an account, in the order in which they began. One that was refused may have been carried out after all. */
export const triedDecisions = (
  account: string | undefined,
  { exchanges }: Facts<Spec>,
): readonly Exchange[] =>
  exchanges.filter((one) => isDecision(one.action?.name) && textAt(one, 'partner_id') === account)

/** The decisions on an account that nobody refused. */
export const decisionsOn = (account: string | undefined, facts: Facts<Spec>): readonly Exchange[] =>
  triedDecisions(account, facts).filter((one) => endOfAction(one) !== 'refused')

/** The thing that an action showed; undefined where it showed none. */
export const shownIn = (one: Exchange): unknown =>
  one.action?.shows === undefined || !isDone(one) ? undefined : valueAt(jsonOf(one), one.action.shows)

/** The action by which the run opened an account. */
export const openingOf = onceFor(
  ({ exchanges }: Facts<Spec>): ReadonlyMap<string, Exchange> =>
    new Map(
      exchanges
        .filter((one) => one.action?.name === 'register_partner' && isDone(one))
        .map((one) => [textAt(one, 'partner_id') ?? '', one] as const)
        // A platform may return the account that it has already.
        .toReversed(),
    ),
)

const isAccountStatus = (word: string | undefined): word is StatusOfAccount =>
  word !== undefined && ACCOUNT.words.includes(word)

/** The status that an account's page shows. Where a registration starts is judged by itself, so that any word goes on from there. */
const leadsOfPage =
  (word: string | undefined) =>
  (from: StatusOfAccount): readonly StatusOfAccount[] =>
    isAccountStatus(word) && (from === word || from === 'pending') ? [word] : []

/** The last decision on an account that something has lived through before a request, or may have. */
export const decidedSince = (
  account: string | undefined,
  since: Pick<Instant, 'suiteMs'>,
  use: Exchange,
  facts: Facts<Spec>,
): Exchange | undefined =>
  triedDecisions(account, facts).findLast(
    (one) => one.startedAt > since.suiteMs && one.startedAt < use.startedAt + use.elapsedMs,
  )

/** Those of some steps that began before a request did, or may have. */
function before<S>(
  use: Exchange,
  steps: readonly ActionOnStatus<S>[],
  { exchanges }: Facts<Spec>,
): readonly ActionOnStatus<S>[] {
  // Of two that began in one millisecond, the order in the ledger tells which came first.
  const place = exchanges.indexOf(use)
  const { to } = meantimeOf(use)
  return steps.filter(
    ({ exchange, during }) =>
      exchange !== use && (exchanges.indexOf(exchange) < place || during.from.suiteMs < to.suiteMs),
  )
}

/** The statuses that an account may have at a request. One that the run did not open is active. */
export function statusesOfAccount(
  account: string | undefined,
  use: Exchange,
  facts: Facts<Spec>,
): ReadonlySet<StatusOfAccount> {
  const { exchanges } = facts
  const made = openingOf(facts).get(account ?? '')
  if (made === undefined) return new Set(['active'])
  const company = textAt(made, 'company_name')
  const steps = exchanges.flatMap((one): ActionOnStatus<StatusOfAccount>[] => {
    const { name } = one.action ?? {}
    const isItsOwn = textAt(one, 'partner_id') === account
    if (isDecision(name)) return isItsOwn ? [step(one, (from) => decided(name, from))] : []
    if (name === 'show_partner' && isItsOwn)
      return [step(one, leadsOfPage(statusIn(shownIn(one), ACCOUNT)?.toLowerCase()))]
    const isNamesake = name === 'register_partner' && textAt(one, 'company_name') === company
    return isNamesake ? [step(one, afterNamesake)] : []
  })
  return statusesAt<StatusOfAccount>(['pending'], before(use, steps, facts), meantimeOf(use))
}

/** The statuses that a client may have at a request. What becomes of it when its account is closed or opened again is open. */
export function statusesOfClient(
  clientId: string,
  use: Exchange,
  facts: Facts<Spec>,
): ReadonlySet<ClientStatus> {
  const { account, made } = madeClients(facts).get(clientId) ?? {}
  const tried = triedDecisions(account, facts)
  const closing = tried.findIndex(({ action }) => action?.name !== 'approve_partner')
  const decisions =
    closing === -1 ? [] : tried.slice(closing).filter(({ startedAt }) => startedAt > (made?.startedAt ?? 0))
  const steps = [
    ...changesOfClient(clientId, facts),
    ...decisions.map((one) =>
      step<ClientStatus>(one, (from) => (from === 'active' ? ['active', 'inactive'] : [from])),
    ),
  ].toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt)
  return statusesAt<ClientStatus>(['active'], before(use, steps, facts), meantimeOf(use))
}

/** The actions of the operator on a client and its account before a request, in words. */
export const actionsInWords = (clientId: string, use: Exchange, facts: Facts<Spec>): string => {
  const account = madeClients(facts).get(clientId)?.account
  const decisions = new Set(account === undefined ? [] : decisionsOn(account, facts))
  const changes = new Set(changesOfClient(clientId, facts).map(({ exchange }) => exchange))
  return facts.exchanges
    .filter((one) => (decisions.has(one) || changes.has(one)) && one.startedAt < use.startedAt)
    .map(({ action }) => action?.name.replaceAll('_', ' '))
    .join(', ')
}
