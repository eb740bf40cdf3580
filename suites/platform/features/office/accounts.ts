import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type BothKeys, readWithBoth, secondKey } from './both-keys.ts'
import { meanwhile } from './meanwhile.ts'
import type { NewClient, Office } from './office.ts'
import type { Look, Step } from './step.ts'

/** An account in one of its statuses. */
export interface Stand {
  /** The decision that brought it there. */
  readonly step: Step
  readonly look: Look
  /** A token request of each of its clients; none where it has none. */
  readonly tokens: readonly Exchange[]
  /** Its first and its latest client, and its keys, as the portal shows them meanwhile. */
  readonly clients: readonly Look[]
  readonly keys: Look
}

export interface AccountsTrace {
  readonly pending: Stand
  /** A second account, registered when the first one had been approved. */
  readonly pendingToo: Stand
  /** Further accounts with the address or the company of the active one, or of the denied one. None is refused, or the same account. */
  readonly namesakes: readonly Stand[]
  readonly active: Stand
  readonly disabled: Stand
  /** Token requests of its clients once it was disabled and the first of them activated again; absent where that is refused. */
  readonly toggled?: readonly Exchange[]
  /** It was disabled, approved again, and disabled again; absent where an operator does not take it back. */
  readonly reopened?: Stand
  readonly disabledAgain?: Stand
  readonly denied: Stand
  /** The denied account once its company had registered again: a platform may take both for one account. */
  readonly reapplied?: Stand
  /** How the clients came about whose tokens are looked at; `again` of the one that was made once it was approved again. */
  readonly client: Step
  readonly again?: { readonly step: Step; readonly token?: Exchange }
  /** A token request, once it was approved again, of a client that was deactivated before it was disabled. */
  readonly asleep?: Exchange
  /** Reads, once it was approved again, with keys that it had before it was disabled. */
  readonly keys?: BothKeys
  /** Reads with a token that was issued before the account was disabled: while that was done, and afterwards. */
  readonly old?: { readonly during: readonly Exchange[]; readonly after: Exchange }
  /** A token request of the profile's own client at the end. */
  readonly own: Exchange
}

/** An account has so many clients before its status changes. */
const CLIENTS = 3

/** Takes one account through its statuses, and another one to its denial. */
export async function driveAccounts(context: PlatformContext, office: Office): Promise<AccountsTrace> {
  const { http } = context
  const registered = await office.register()
  const first = accountOf(context, office, registered)
  // An account that waits may rightly get no client.
  await first.makeClient()
  const pending = await first.stand(registered.step)
  const approved = await first.decide('approve_partner')
  let client = await first.makeClient()
  while (client.kind === 'done' && first.clients().length < CLIENTS) client = await first.makeClient()
  const active = await first.stand(approved)
  const { email, company } = registered
  const namesakes = [
    ...(await namesakeOf(context, office, registered, { email })),
    ...(await namesakeOf(context, office, registered, { company })),
  ]

  const asleep = await first.deactivated()
  const reading = await reader(context, office, registered.id ?? '', first.clients()[0])
  const read = reading?.read
  const [step, during] = await meanwhile(() => first.decide('disable_partner'), read)
  const old = read === undefined ? {} : { old: { during, after: await read() } }
  await first.makeClient()
  const disabled = await first.stand(step)
  const toggled = disabled.step.kind === 'done' ? await first.toggle() : undefined
  const again = await approvedAgain(context, first, { asleep, reading })

  const second = await office.register()
  const other = accountOf(context, office, second)
  for (let count = 1; count < CLIENTS; count += 1) await other.makeClient()
  const pendingToo = await other.stand(second.step)
  const refused = await other.decide('deny_partner')
  await other.makeClient()
  const denied = await other.stand(refused)
  const isDenied = refused.kind === 'done'
  if (isDenied)
    for (const known of [{ email: second.email, company: second.company }, { company: second.company }])
      namesakes.push(...(await namesakeOf(context, office, second, known)))
  const reapplied = isDenied ? await other.stand(refused) : undefined
  return {
    pending,
    pendingToo,
    namesakes,
    active,
    disabled,
    ...(toggled && { toggled }),
    ...again,
    denied,
    ...(reapplied && { reapplied }),
    client,
    ...old,
    own: await http.requestToken(),
  }
}

type Decision = 'approve_partner' | 'deny_partner' | 'disable_partner'
const ENDED = { deny_partner: 'denied', disable_partner: 'disabled' } as const

type Accounts = ReturnType<typeof accountOf>

/** Handles one account; where it was not registered, that is the result of every step. */
function accountOf(
  { http }: PlatformContext,
  office: Office,
  { id, step: registered }: Awaited<ReturnType<Office['register']>>,
) {
  const clients: NewClient[] = []
  const tokens = () => Promise.all(clients.map((client) => http.requestToken({ client })))
  return {
    clients: (): readonly NewClient[] => clients,
    async makeClient(): Promise<Step> {
      if (id === undefined) return registered
      const { step, client } = await office.createClient({ id, own: false })
      if (client !== undefined) clients.push(client)
      return step
    },
    async decide(action: Decision): Promise<Step> {
      if (id === undefined) return registered
      const { step } = await office.act(action, { partner_id: id })
      if (step.kind !== 'done') return step
      if (action === 'approve_partner') office.leavings.note('account', id)
      else office.leavings.ended('account', id, ENDED[action])
      return step
    },
    async stand(step: Step): Promise<Stand> {
      const nothing = { step: registered }
      if (id === undefined) return { ...nothing, look: nothing, tokens: [], clients: [], keys: nothing }
      return {
        step,
        look: await office.look('show_partner', { partner_id: id }),
        keys: await office.look('list_keys', { partner_id: id }),
        clients: await Promise.all(
          [...new Set([clients[0], clients.at(-1)])].flatMap((client) =>
            client === undefined ? [] : [office.look('show_client', { client_id: client.id })],
          ),
        ),
        tokens: await tokens(),
      }
    },
    /** One more client, which is none of those above and is deactivated at once; undefined where that cannot be. */
    async deactivated(): Promise<NewClient | undefined> {
      if (id === undefined) return undefined
      const { client } = await office.createClient({ id, own: false })
      if (client === undefined) return undefined
      const { step } = await office.act('deactivate_client', { client_id: client.id })
      return step.kind === 'done' ? client : undefined
    },
    /** Deactivates and activates the first client, and then asks for a token with each one. */
    async toggle(): Promise<readonly Exchange[] | undefined> {
      const [client] = clients
      if (client === undefined) return undefined
      // It may be inactive already, together with its account.
      await office.act('deactivate_client', { client_id: client.id })
      const { step } = await office.act('activate_client', { client_id: client.id })
      return step.kind === 'done' ? tokens() : undefined
    },
  }
}

/** Registers once more with something that an account has already. */
async function namesakeOf(
  context: PlatformContext,
  office: Office,
  { id }: Awaited<ReturnType<Office['register']>>,
  known: Parameters<Office['register']>[0],
): Promise<readonly Stand[]> {
  const registered = await office.register(known)
  if (registered.id === undefined || registered.id === id) return []
  return [await accountOf(context, office, registered).stand(registered.step)]
}

/** Approves an account that was disabled, and disables it again; an operator may refuse to take it back. */
async function approvedAgain(
  context: PlatformContext,
  account: Accounts,
  { asleep, reading }: { readonly asleep: NewClient | undefined; readonly reading: Reading | undefined },
): Promise<Pick<AccountsTrace, 'reopened' | 'disabledAgain' | 'again' | 'asleep' | 'keys'>> {
  const { http } = context
  const approved = await account.decide('approve_partner')
  if (approved.kind !== 'done') return {}
  const reopened = await account.stand(approved)
  const refused = asleep && (await http.requestToken({ client: asleep }))
  const before = account.clients().length
  const step = await account.makeClient()
  const client = account.clients()[before]
  const token = client && (await http.requestToken({ client }))
  const held = client && (await http.holdToken(client)).token
  const keys = held && reading?.keys && (await readWithBoth(context, reading.id, held, reading.keys))
  const disabledAgain = await account.stand(await account.decide('disable_partner'))
  const again = { step, ...(token && { token }) }
  return { reopened, disabledAgain, again, ...(refused && { asleep: refused }), ...(keys && { keys }) }
}

/** A quote of the account, and what reads it. */
interface Reading {
  readonly id: string
  readonly read: () => Promise<Exchange>
  /** Both keys of the account; absent where it got no second one. */
  readonly keys?: Parameters<typeof readWithBoth>[3]
}

/** Makes a quote of the account with a token of its client; undefined where it has none. */
async function reader(
  { http, api, quotes }: PlatformContext,
  office: Office,
  partnerId: string,
  client: NewClient | undefined,
): Promise<Reading | undefined> {
  if (client === undefined) return undefined
  const { key: text } = await office.createKey({ id: partnerId, own: false })
  const { token } = await http.holdToken(client)
  if (text === undefined || token === undefined) return undefined
  const key = { text, as: 'made for the account' }
  const credentials = { token, key }
  const submitted = await quotes.submit('ready_to_bind', { credentials })
  const id = quoteIdOf(submitted.answer)
  if (id === undefined) return undefined
  const secondary = await secondKey(office, partnerId)
  const keys = secondary && { keys: { primary: key, secondary } }
  return { id, read: () => api.status(id, { credentials }), ...keys }
}
