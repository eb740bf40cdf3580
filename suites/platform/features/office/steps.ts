import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import type { KeyChoice, TokenHandle } from '../../../../conformance/ports/platform.ts'
import { passed, type Verdict } from '../../../../conformance/verdict.ts'
import { inTurn } from '../../../in-turn.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Account, NewClient, Office } from '../../vocabulary/operator/office.ts'
import { type OfficeStep, unableBy, whenDone } from '../../vocabulary/operator/step.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'
import { sendDuring } from './send-during.ts'

/** An account of a course, with what was made in it. */
interface Opened extends Account {
  readonly email?: string
  readonly company?: string
  /** It is active from the start, so that a client can be made. */
  readonly isReady?: true
  readonly clients: NewClient[]
  readonly keys: KeyChoice[]
  /** A token of its first client, from before there were others. */
  token?: TokenHandle
  quote?: string
}

/** How far a course came. */
interface CourseEnd {
  /** Why a step was left or refused that others wait for; the first such reason. */
  left?: Verdict
}

/** The state of a course: its accounts by their names. */
interface Stage extends CourseEnd {
  readonly context: PlatformContext
  readonly office: Office
  readonly accounts: Map<string, Opened>
}

/** A step of a course. A step about an account that was not opened does nothing. */
export type OfficeCourseStep = (stage: Stage) => Promise<void>

/** Carries out the steps of a course. */
export async function takeOfficeCourse(
  steps: readonly OfficeCourseStep[],
  context: PlatformContext,
  office: Office,
): Promise<CourseEnd> {
  const stage: Stage = { context, office, accounts: new Map() }
  await inTurn(...steps)(stage)
  return stage.left === undefined ? {} : { left: stage.left }
}

const noteUnlessDone = (step: OfficeStep, stage: Stage): void => {
  if (step.kind !== 'done') stage.left ??= whenDone(step, () => passed())
}

/** Makes a step about an account. */
const of =
  (name: string, step: (account: Opened, stage: Stage) => Promise<void>): OfficeCourseStep =>
  async (stage) => {
    const account = stage.accounts.get(name)
    if (account !== undefined) await step(account, stage)
  }

/**
 * Registers an organization. A platform may refuse details of another one, or return that one.
 *
 * @throws CannotTell where the first registration is not carried out
 */
export const registerAccount =
  (name: string, like?: string, ...same: readonly ('email' | 'company')[]): OfficeCourseStep =>
  async ({ office, accounts }) => {
    const other = like === undefined ? undefined : accounts.get(like)
    if (like !== undefined && other === undefined) return
    const known = Object.fromEntries(same.map((detail) => [detail, other?.[detail]]))
    const { step, id, email, company } = await office.register(known)
    if (id === undefined && accounts.size === 0) throw unableBy(step)
    if (id === undefined || accounts.values().some((one) => one.id === id)) return
    accounts.set(name, { id, own: false, email, company, clients: [], keys: [] })
  }

/** Opens an account, or takes the profile's own one. */
export const openAccount =
  (name: string): OfficeCourseStep =>
  async ({ office, accounts }) => {
    accounts.set(name, { ...(await office.account()), isReady: true, clients: [], keys: [] })
  }

const ENDED = { deny_partner: 'denied', disable_partner: 'disabled' } as const

/** Decides on an account while its quote is read, and carries out further steps where that was done. */
export const decideOn = (
  action: 'approve_partner' | keyof typeof ENDED,
  name: string,
  ...then: readonly OfficeCourseStep[]
): OfficeCourseStep =>
  of(name, async (account, stage) => {
    const { id } = account
    const deciding = () => stage.office.act(action, { partner_id: id })
    const [{ step }] = await sendDuring(deciding, readerOf(account, stage))
    // An account that is active need not become denied.
    if (step.kind === 'left' || action !== 'deny_partner') noteUnlessDone(step, stage)
    if (step.kind !== 'done') return
    if (action === 'approve_partner') stage.office.leavings.note('account', id)
    else stage.office.leavings.ended('account', id, ENDED[action])
    await inTurn(...then)(stage)
  })

type Unusual = 'without a description' | 'with the name of the first'

/** Makes a client. Where the platform refuses what is unusual, it is an ordinary one. */
export const makeClient = (name: string, unusual?: Unusual): OfficeCourseStep =>
  of(name, async (account, stage) => {
    const { office } = stage
    const [first] = account.clients
    const wanted =
      unusual === 'without a description' ? { description: '' } : first && unusual && { name: first.name }
    const made = wanted && (await office.createClient(account, wanted))
    const { step, client } = made?.client === undefined ? await office.createClient(account) : made
    // That an account is not active may be the reason of a refusal.
    if (step.kind === 'left') noteUnlessDone(step, stage)
    if (client !== undefined) account.clients.push(client)
    else if (account.isReady && account.clients.length === 0) throw unableBy(step)
  })

const showClient = ({ office }: Stage, { id }: NewClient) => office.snapshot('show_client', { client_id: id })

/** Shows the last client of an account, and asks for its token. */
export const tryLast = (name: string): OfficeCourseStep =>
  of(name, async ({ clients }, stage) => {
    const client = clients.at(-1)
    if (client === undefined) return
    await showClient(stage, client)
    await stage.context.http.requestToken({ client })
  })

/** Shows an account with its keys, its first and its last client, and asks for a token of each client. */
export const showAccount = (name: string): OfficeCourseStep =>
  of(name, async ({ id, clients }, stage) => {
    const { context, office } = stage
    await office.snapshot('show_partner', { partner_id: id })
    await office.snapshot('list_keys', { partner_id: id })
    for (const client of new Set([clients[0], clients.at(-1)])) if (client) await showClient(stage, client)
    await Promise.all(clients.map((client) => context.http.requestToken({ client })))
  })

/** Shows all clients of an account, and asks for a token of each one and of the profile's own client. */
export const showClients = (name: string): OfficeCourseStep =>
  of(name, async ({ id, clients }, stage) => {
    const { http } = stage.context
    // An account's page may include its clients, and wrongly their secrets.
    await stage.office.snapshot('show_partner', { partner_id: id })
    await Promise.all(
      clients.map(async (client) => {
        await showClient(stage, client)
        await http.requestToken({ client })
      }),
    )
    await http.requestToken()
  })

type Change = Extract<OperatorAction, 'deactivate_client' | 'activate_client'>

/** Activates or deactivates a client by its place, and carries out further steps unless that could not be tried. */
export const change = (
  action: Change,
  name: string,
  place: number,
  ...then: readonly OfficeCourseStep[]
): OfficeCourseStep =>
  of(name, async ({ clients }, stage) => {
    const client = clients.at(place)
    if (client === undefined) return
    const { step } = await stage.office.act(action, { client_id: client.id })
    if (then.length > 0) noteUnlessDone(step, stage)
    if (step.kind !== 'left') await inTurn(...then)(stage)
  })

/** Asks for tokens of two clients, each with the other one's secret, and of the second one with wrong ones. */
export const crossSecrets = (name: string): OfficeCourseStep =>
  of(name, async ({ clients: [one, other] }, { context: { http } }) => {
    if (one === undefined || other === undefined) return
    // Secrets that the portal made may be compared in another place than those of a client from before.
    for (const clientSecret of ['truncated', 'prolonged', 'wrong'] as const)
      await http.requestToken({ client: other, clientSecret })
    await http.requestToken({ client: one, clientSecret: other })
    await http.requestToken({ client: other, clientSecret: one })
  })

/** Keeps a token of the first client. */
export const holdToken = (name: string): OfficeCourseStep =>
  of(name, async (account, { context: { http } }) => {
    const [first] = account.clients
    const { token } = first === undefined ? {} : await http.holdToken(first)
    if (token !== undefined) account.token = token
  })

/** Makes a key of an account. The profile's own account has its keys. */
export const makeKey = (name: string): OfficeCourseStep =>
  of(name, async (account, { context: { facts }, office }) => {
    const { own, keys } = account
    if (own && keys.length > 0 && !facts.credentials.has('secondary_integration_key')) return
    const { key } = own ? { key: OWN_KEYS[keys.length] } : await office.createKey(account)
    if (key !== undefined) keys.push(key)
  })

const OWN_KEYS = ['primary', 'secondary'] as const

/** Submits a quote with the kept token and the first key, which may take a while to work. */
export const submitQuote = (name: string): OfficeCourseStep =>
  of(name, async (account, { context: { quotes, clock } }) => {
    const { token, keys } = account
    const [key] = keys
    if (token === undefined || key === undefined) return
    const submit = async () => (await quotes.submit('ready_to_bind', { credentials: { token, key } })).answer
    const id = quoteIdOf(await retryUntil(clock, submit, isAccessGranted))
    if (id !== undefined) account.quote = id
  })

/** The function that reads the quote of an account with the kept token; undefined where one of them is missing. */
function readerOf({ quote, token, keys: [key] }: Opened, { context: { api } }: Stage) {
  if (quote === undefined || token === undefined || key === undefined) return undefined
  return (): Promise<Exchange> => api.status(quote, { credentials: { token, key } })
}

/** Reads the quote with the kept token and the first key. */
export const readQuote = (name: string): OfficeCourseStep =>
  of(name, async (account, stage) => void (await readerOf(account, stage)?.()))

/** Reads the quote with each key and a new token of a client, by its place. Keys may take a while to work. */
export const readWithKeys = (name: string, place: number): OfficeCourseStep =>
  of(name, async ({ clients, keys, quote }, { context: { api, clock, http } }) => {
    const client = clients.at(place)
    const { token } = client === undefined ? {} : await http.holdToken(client)
    if (quote === undefined || token === undefined) return
    for (const key of keys)
      await retryUntil(clock, () => api.status(quote, { credentials: { token, key } }), isAccessGranted)
  })
