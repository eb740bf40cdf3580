import type { Exchange } from '../../../../conformance/exchange.ts'
import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { NewClient, Office } from '../../vocabulary/operator/office.ts'
import type { OfficeStep, Snapshot } from '../../vocabulary/operator/step.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { readWithBoth } from './both-keys.ts'
import { sendDuring } from './send-during.ts'

/** An account in one of its statuses. */
export interface AccountState {
  /** The registration or decision that led to this status. */
  readonly step: OfficeStep
  readonly snapshot: Snapshot
  /** One token request for each of its clients. */
  readonly tokens: readonly Exchange[]
  /** Its first and its latest client, as the portal shows them in this status. */
  readonly clients: readonly Snapshot[]
  /** Its keys, as the portal shows them in this status. */
  readonly keys: Snapshot
}

export interface AccountsTrace {
  readonly pending: AccountState
  /** A second account, registered after the first one had been approved. */
  readonly pendingToo: AccountState
  /** Further accounts with the email or company of another one; without registrations that were refused or returned that one. */
  readonly namesakes: readonly AccountState[]
  readonly active: AccountState
  readonly disabled: AccountState
  /** Token requests while it is disabled, after its first client was activated again; absent where that is refused. */
  readonly toggled?: readonly Exchange[]
  /** The disabled account after another approval; absent where the operator cannot approve it again. */
  readonly reopened?: AccountState
  /** The same account after it was disabled again. */
  readonly disabledAgain?: AccountState
  readonly denied: AccountState
  /** The first account, denied after it was active once more; absent where the operator cannot deny it then. */
  readonly deniedLater?: AccountState
  /** The denied account after its company registered again: a platform may treat both as one account. */
  readonly reapplied?: AccountState
  /** The creation of the first account's clients. */
  readonly client: OfficeStep
  /** A client that was created after the account was approved again. */
  readonly again?: { readonly step: OfficeStep; readonly token?: Exchange }
  /** Reads with a token that was issued before the account was disabled: during that action, and afterwards. */
  readonly old?: { readonly during: readonly Exchange[]; readonly after: Exchange }
}

/** How many clients an account has before its status changes. */
const CLIENTS = 3

/** Takes one account through its statuses, and registers another one that is denied. */
export async function driveAccounts(context: PlatformContext, office: Office): Promise<AccountsTrace> {
  const registered = await office.register()
  const first = accountOf(context, office, registered)
  // A pending account need not get a client.
  await first.makeClient()
  const pending = await first.stateAfter(registered.step)
  const approved = await first.decide('approve_partner')
  let client = await first.makeClient()
  while (client.kind === 'done' && first.clients().length < CLIENTS) client = await first.makeClient()
  const active = await first.stateAfter(approved)
  const { email, company } = registered
  const namesakes = [
    ...(await namesakeOf(context, office, registered, { email })),
    ...(await namesakeOf(context, office, registered, { company })),
  ]

  const asleep = await first.deactivated()
  const reading = await reader(context, office, registered.id ?? '', first.clients()[0])
  const read = reading?.read
  const [step, during] = await sendDuring(() => first.decide('disable_partner'), read)
  const old = read === undefined ? {} : { old: { during, after: await read() } }
  await first.makeClient()
  const disabled = await first.stateAfter(step)
  const toggled = disabled.step.kind === 'done' ? await first.toggle() : undefined
  const again = await approvedAgain(context, first, { asleep, reading })

  const deniedLater = again.disabledAgain && (await deniedOnceActive(first))

  const second = await office.register()
  const other = accountOf(context, office, second)
  for (let count = 1; count < CLIENTS; count += 1) await other.makeClient()
  const pendingToo = await other.stateAfter(second.step)
  const refused = await other.decide('deny_partner')
  await other.makeClient()
  const denied = await other.stateAfter(refused)
  const isDenied = refused.kind === 'done'
  if (isDenied)
    for (const known of [{ email: second.email, company: second.company }, { company: second.company }])
      namesakes.push(...(await namesakeOf(context, office, second, known)))
  const reapplied = isDenied ? await other.stateAfter(refused) : undefined
  return {
    pending,
    pendingToo,
    namesakes,
    active,
    disabled,
    ...(toggled && { toggled }),
    ...again,
    denied,
    ...(deniedLater && { deniedLater }),
    ...(reapplied && { reapplied }),
    client,
    ...old,
  }
}

type Decision = 'approve_partner' | 'deny_partner' | 'disable_partner'
const ENDED = { deny_partner: 'denied', disable_partner: 'disabled' } as const

type Accounts = ReturnType<typeof accountOf>

/** Returns functions for one account. Where its registration failed, every step returns that failure. */
function accountOf(
  { http }: PlatformContext,
  office: Office,
  { id, step: registered }: Awaited<ReturnType<Office['register']>>,
) {
  const clients: NewClient[] = []
  const tokens = () => Promise.all(clients.map((client) => http.requestToken({ client })))
  return {
    clients: (): readonly NewClient[] => clients,
    async makeClient(): Promise<OfficeStep> {
      if (id === undefined) return registered
      const { step, client } = await office.createClient({ id, own: false })
      if (client !== undefined) clients.push(client)
      return step
    },
    async decide(action: Decision): Promise<OfficeStep> {
      if (id === undefined) return registered
      const { step } = await office.act(action, { partner_id: id })
      if (step.kind !== 'done') return step
      if (action === 'approve_partner') office.leavings.note('account', id)
      else office.leavings.ended('account', id, ENDED[action])
      return step
    },
    async stateAfter(step: OfficeStep): Promise<AccountState> {
      const nothing = { step: registered }
      if (id === undefined) return { ...nothing, snapshot: nothing, tokens: [], clients: [], keys: nothing }
      return {
        step,
        snapshot: await office.snapshot('show_partner', { partner_id: id }),
        keys: await office.snapshot('list_keys', { partner_id: id }),
        clients: await Promise.all(
          [...new Set([clients[0], clients.at(-1)])].flatMap((client) =>
            client === undefined ? [] : [office.snapshot('show_client', { client_id: client.id })],
          ),
        ),
        tokens: await tokens(),
      }
    },
    /** Makes one more client, outside of `clients`, and deactivates it at once; undefined where that is impossible. */
    async deactivated(): Promise<NewClient | undefined> {
      if (id === undefined) return undefined
      const { client } = await office.createClient({ id, own: false })
      if (client === undefined) return undefined
      const { step } = await office.act('deactivate_client', { client_id: client.id })
      return step.kind === 'done' ? client : undefined
    },
    /** Deactivates and activates the first client, and then requests a token for each client. */
    async toggle(): Promise<readonly Exchange[] | undefined> {
      const [client] = clients
      if (client === undefined) return undefined
      // The client may already be inactive, together with its account.
      await office.act('deactivate_client', { client_id: client.id })
      const { step } = await office.act('activate_client', { client_id: client.id })
      return step.kind === 'done' ? tokens() : undefined
    },
  }
}

/** Registers again with the email or company of a known account. */
async function namesakeOf(
  context: PlatformContext,
  office: Office,
  { id }: Awaited<ReturnType<Office['register']>>,
  known: Parameters<Office['register']>[0],
): Promise<readonly AccountState[]> {
  const registered = await office.register(known)
  if (registered.id === undefined || registered.id === id) return []
  return [await accountOf(context, office, registered).stateAfter(registered.step)]
}

/** Approves a disabled account and disables it again. Empty where the back office refuses the approval. */
async function approvedAgain(
  context: PlatformContext,
  account: Accounts,
  { asleep, reading }: { readonly asleep: NewClient | undefined; readonly reading: Reading | undefined },
): Promise<Pick<AccountsTrace, 'reopened' | 'disabledAgain' | 'again'>> {
  const { http } = context
  const approved = await account.decide('approve_partner')
  if (approved.kind !== 'done') return {}
  const reopened = await account.stateAfter(approved)
  // It was deactivated before its account was disabled, and stays so.
  if (asleep !== undefined) await http.requestToken({ client: asleep })
  const before = account.clients().length
  const step = await account.makeClient()
  const client = account.clients()[before]
  const token = client && (await http.requestToken({ client }))
  const held = client && (await http.holdToken(client)).token
  // The keys that it had before it was disabled.
  if (held && reading) await readWithBoth(context, reading.id, held, reading.keys)
  const disabledAgain = await account.stateAfter(await account.decide('disable_partner'))
  const again = { step, ...(token && { token }) }
  return { reopened, disabledAgain, again }
}

/** Approves an account and denies it; undefined where the back office refuses either, and then the account is disabled again. */
async function deniedOnceActive(account: Accounts): Promise<AccountState | undefined> {
  if ((await account.decide('approve_partner')).kind !== 'done') return undefined
  const step = await account.decide('deny_partner')
  if (step.kind !== 'done') await account.decide('disable_partner')
  return step.kind === 'done' ? account.stateAfter(step) : undefined
}

/** A quote of the account, and a function that reads it. */
interface Reading {
  readonly id: string
  readonly read: () => Promise<Exchange>
  /** The keys of the account. */
  readonly keys: readonly MadeKey[]
}

/** Makes a quote with a token of the account's client and a new key; undefined where one of them is missing. */
async function reader(
  { http, api, quotes }: PlatformContext,
  office: Office,
  partnerId: string,
  client: NewClient | undefined,
): Promise<Reading | undefined> {
  if (client === undefined) return undefined
  const { key } = await office.createKey({ id: partnerId, own: false })
  const { token } = await http.holdToken(client)
  if (key === undefined || token === undefined) return undefined
  const credentials = { token, key }
  const submitted = await quotes.submit('ready_to_bind', { credentials })
  const id = quoteIdOf(submitted.answer)
  if (id === undefined) return undefined
  const second = await office.createKey({ id: partnerId, own: false })
  const keys = [key, ...(second.key === undefined ? [] : [second.key])]
  return { id, read: () => api.status(id, { credentials }), keys }
}
