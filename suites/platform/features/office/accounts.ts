import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { meanwhile } from './meanwhile.ts'
import type { NewClient, Office } from './office.ts'
import type { Look, Step } from './step.ts'

/** An account in one of its statuses. */
export interface Stand {
  /** The decision that brought it there. */
  readonly step: Step
  readonly look: Look
  /** A token request of one of its clients; absent where it has none. */
  readonly token?: Exchange
}

export interface AccountsTrace {
  readonly pending: Stand
  readonly active: Stand
  readonly disabled: Stand
  readonly denied: Stand
  /** How the client came about whose tokens are looked at. */
  readonly client: Step
  /** Reads with a token that was issued before the account was disabled: while that was done, and afterwards. */
  readonly old?: { readonly during: readonly Exchange[]; readonly after: Exchange }
  /** A token request of the profile's own client at the end. */
  readonly own: Exchange
}

/** Takes one account through its statuses, and another one to its denial. */
export async function driveAccounts(context: PlatformContext, office: Office): Promise<AccountsTrace> {
  const { http } = context
  const first = await office.register()
  const id = first.id ?? ''
  const decide = async (
    action: 'approve_partner' | 'deny_partner' | 'disable_partner',
    partner_id: string,
  ) => (first.id === undefined ? first.step : (await office.act(action, { partner_id })).step)
  const look = async (partner_id: string): Promise<Look> =>
    first.id === undefined ? { step: first.step } : office.look('show_partner', { partner_id })
  const client = (of: string) =>
    first.id === undefined
      ? Promise.resolve({ step: first.step })
      : office.createClient({ id: of, own: false })
  const token = async (of: NewClient | undefined) =>
    of === undefined ? {} : { token: await http.requestToken({ client: of }) }

  // An account that waits may rightly get no client.
  const early: Awaited<ReturnType<Office['createClient']>> = await client(id)
  const pending = { step: first.step, look: await look(id), ...(await token(early.client)) }

  const approved = await decide('approve_partner', id)
  const made: typeof early = early.client === undefined ? await client(id) : early
  const active = { step: approved, look: await look(id), ...(await token(made.client)) }

  const read = await reader(context, office, id, made.client)
  const [step, during] = await meanwhile(() => decide('disable_partner', id), read)
  if (step.kind === 'done') office.leavings.ended('account', id, 'disabled')
  const disabled = { step, look: await look(id), ...(await token(made.client)) }
  const old = read === undefined ? {} : { old: { during, after: await read() } }

  const second = await office.register()
  const denied = await refuse(context, office, second)
  return {
    pending,
    active,
    disabled,
    denied,
    client: made.step,
    ...old,
    own: await http.requestToken(),
  }
}

async function refuse(
  { http }: PlatformContext,
  office: Office,
  { step: registered, id }: Awaited<ReturnType<Office['register']>>,
): Promise<Stand> {
  if (id === undefined) return { step: registered, look: { step: registered } }
  const early = await office.createClient({ id, own: false })
  const { step } = await office.act('deny_partner', { partner_id: id })
  if (step.kind === 'done') office.leavings.ended('account', id, 'denied')
  const { client } = early.client === undefined ? await office.createClient({ id, own: false }) : early
  const look = await office.look('show_partner', { partner_id: id })
  return { step, look, ...(client && { token: await http.requestToken({ client }) }) }
}

/** Returns what reads a quote of the account with a token of its client; undefined where it has none. */
async function reader(
  { http, api, quotes }: PlatformContext,
  office: Office,
  partnerId: string,
  client: NewClient | undefined,
): Promise<(() => Promise<Exchange>) | undefined> {
  if (client === undefined) return undefined
  const { key } = await office.createKey({ id: partnerId, own: false })
  const { token } = await http.holdToken(client)
  if (key === undefined || token === undefined) return undefined
  const credentials = { token, key: { text: key, as: 'made for the account' } }
  const submitted = await quotes.submit('ready_to_bind', { credentials })
  const id = quoteIdOf(submitted.answer)
  return id === undefined ? undefined : () => api.status(id, { credentials })
}
