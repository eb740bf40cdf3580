import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  actionsInWords,
  madeClients,
  openingOf,
  shownIn,
  statusesOfAccount,
  statusesOfClient,
  triedDecisions,
} from '../ledger/accounts.ts'
import { textAt } from '../ledger/endpoints.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { show } from '../vocabulary/judge/json.ts'
import {
  ACCOUNT,
  CLIENT,
  showsDate,
  showsEnd,
  showsText,
  statusIn,
  type Thing,
} from '../vocabulary/operator/shown.ts'
import { under } from '../vocabulary/operator/step.ts'

/** A page of an account or a client that the run made, and the statuses that it may have then. */
interface Page {
  readonly exchange: Exchange
  readonly shown: unknown
  readonly possible: readonly string[]
}

interface AccountPage extends Page {
  /** Nobody has decided on the account so far. */
  readonly isNew: boolean
}

const accountPages = onceFor((facts: Facts<Spec>): readonly AccountPage[] =>
  facts.exchanges.flatMap((exchange) => {
    const shown = exchange.action?.name === 'show_partner' ? shownIn(exchange) : undefined
    const account = textAt(exchange, 'partner_id')
    if (shown === undefined || !openingOf(facts).has(account ?? '')) return []
    const isNew = triedDecisions(account, facts).every((one) => one.startedAt > exchange.startedAt)
    return [{ exchange, shown, possible: [...statusesOfAccount(account, exchange, facts)], isNew }]
  }),
)

interface ClientPage extends Page {
  readonly made: Exchange
  readonly under: string
}

const clientPages = onceFor((facts: Facts<Spec>): readonly ClientPage[] =>
  facts.exchanges.flatMap((exchange) => {
    const shown = exchange.action?.name === 'show_client' ? shownIn(exchange) : undefined
    const id = textAt(exchange, 'client_id') ?? ''
    const client = madeClients(facts).get(id)
    if (shown === undefined || client === undefined) return []
    const { account, made } = client
    // How a client is shown while its account is not active is open.
    const isOfActive = [...statusesOfAccount(account, exchange, facts)].join() === 'active'
    const possible = isOfActive ? [...statusesOfClient(id, exchange, facts)] : [...CLIENT.words]
    const done = actionsInWords(id, exchange, facts)
    return [{ exchange, shown, made, possible, under: done === '' ? 'as made' : `after ${done}` }]
  }),
)

/** Makes a statement about each of some things. It says nothing where there are none. */
const ofEach = <T>(
  requirement: string,
  of: (facts: Facts<Spec>) => readonly T[],
  judge: (one: T) => Verdict,
): PlatformStandingClaim =>
  standing(requirement, (facts) => {
    const verdicts = of(facts).map(judge)
    return verdicts.length === 0 ? undefined : all(verdicts)
  })

/** Judges the status word of a page. Other capital letters are observed, not failed. */
function isOneOf(words: readonly string[], { shown, exchange }: Page, thing: Thing): Verdict {
  const word = statusIn(shown, thing)
  if (word !== undefined && words.includes(word)) return passed()
  return word !== undefined && words.includes(word.toLowerCase())
    ? observed(`the status is written ${word}`)
    : failed(finding(exchange, `the status ${words.join(' or ')}`, word ?? 'no status', 'status'))
}

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

function hasIdShape(made: Exchange): Verdict {
  const [id = '', partner = ''] = [textAt(made, 'client_id'), textAt(made, 'partner_id')]
  const escaped = partner.replaceAll(/[^\w-]/g, '\\$&')
  return new RegExp(`^m2m-${escaped}-${UUID}$`, 'i').test(id)
    ? passed()
    : failed(finding(made, `m2m-${partner}-{uuid}`, id, 'client_id'))
}

/** Judges that a page shows each property of a client, whatever its status is (2.6, R36). */
function hasItsProperties({ shown, exchange, made }: ClientPage): Verdict {
  const of = (name: string) => textAt(made, name) ?? ''
  const [id, name, description, end] = [
    of('client_id'),
    of('name'),
    of('description'),
    made.action?.secretEnd,
  ]
  const own = [id, name, description].filter((text) => text !== '')
  const properties: readonly (readonly [what: string, isShown: boolean])[] = [
    ['its name', showsText(shown, name)],
    ['its client id', showsText(shown, id)],
    ['its description', description === '' || showsText(shown, description)],
    ['its status', statusIn(shown, CLIENT) !== undefined],
    ['the last four characters of its secret', end === undefined || showsEnd(shown, end, own)],
    ['the date of its creation', showsDate(shown, own)],
  ]
  const missing = properties.filter(([, isShown]) => !isShown).map(([what]) => what)
  return missing.length === 0 ? passed() : failed(finding(exchange, missing.join(', '), show(shown)))
}

/** Statements on what portals show of the accounts and clients that the run made (2.6, 5.rule.8, R36). */
export const pageStatements: readonly PlatformStandingClaim[] = [
  {
    ...ofEach(
      'registration-starts-pending',
      // A company that was denied and registers again waits as well, or stays denied.
      (facts) => accountPages(facts).filter(({ isNew, possible }) => isNew || isWaiting(possible)),
      (page) => isOneOf(page.isNew ? ['pending'] : page.possible, page, ACCOUNT),
    ),
    needs: [{ operator: 'show_partner' }],
  },
  {
    ...ofEach('partner-status-values', accountPages, (page) =>
      isOneOf(page.isNew ? ACCOUNT.words : page.possible, page, ACCOUNT),
    ),
    needs: [{ operator: 'show_partner' }],
  },
  ofEach(
    'client-id-shape',
    (facts) => [...madeClients(facts).values()],
    ({ made }) => hasIdShape(made),
  ),
  {
    ...ofEach('client-has-its-properties', clientPages, (page) => under(page.under, hasItsProperties(page))),
    needs: [{ operator: 'show_client' }],
  },
  {
    ...ofEach('client-status-values', clientPages, (page) =>
      under(page.under, isOneOf(page.possible, page, CLIENT)),
    ),
    needs: [{ operator: 'show_client' }],
  },
]

const isWaiting = (possible: readonly string[]): boolean =>
  possible.length === 2 && possible.includes('denied') && possible.includes('pending')
