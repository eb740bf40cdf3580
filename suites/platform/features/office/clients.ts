import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenChoice } from '../../../../conformance/ports/platform.ts'
import { cutOff } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type BothKeys, readWithBoth, secondKey } from './both-keys.ts'
import { type ClientChange, changeClients } from './client-changes.ts'
import { type ClientProperties, propertiesOf } from './client-properties.ts'
import type { Account, NewClient, Office } from './office.ts'
import { isLetIn, patiently } from './patience.ts'
import { type Look, left, type Step, unableBy } from './step.ts'

/** A client that was to be made. */
export interface ClientSeen extends Partial<ClientProperties> {
  readonly step: Step
  /** A token request of it, right after it was made. */
  readonly token?: Exchange
  readonly look: Look
}

export interface ClientsTrace {
  readonly partnerId: string
  /** Clients of one account, as many as it gets; some are deactivated afterwards. */
  readonly clients: readonly ClientSeen[]
  /** A quote that was asked for with the first client's first token, once there were others; absent without a key. */
  readonly submitted?: Exchange
  readonly key?: Step
  /** Reads of it with the second client's token and each of the account's keys; absent where there are no two of both. */
  readonly withSecond?: BothKeys
  /** Token requests of each of two clients with the secret of the other; none where there are no two. */
  readonly crossed: readonly Exchange[]
  readonly changes: readonly ClientChange[]
}

const CLIENTS = 3

/** Makes clients, looks at them, and deactivates some of them. */
export async function driveClients(context: PlatformContext, office: Office): Promise<ClientsTrace> {
  const account = await office.account()
  const clients: ClientSeen[] = []
  const made: NewClient[] = []
  /** Of the first client, issued before there was another one: it lives on. */
  let token: TokenChoice | undefined
  for (let count = 0; count < CLIENTS; count += 1) {
    const { step, client } = await clientOf(office, account, unusual(count, made))
    if (client !== undefined && made.push(client) === 1) token = (await context.http.holdToken(client)).token
    clients.push({
      step,
      ...(client === undefined ? { look: { step } } : await seen(context, office, client)),
    })
  }
  const [first] = made
  if (first === undefined) throw unableBy(clients[0]?.step ?? left(cutOff('no client was asked for')))
  const key = await withKey(context, office, account, { token, second: made[1] })

  return {
    partnerId: account.id,
    clients,
    ...key,
    crossed: await crossedSecrets(context, made),
    changes: await changeClients(context, office, account.id, made),
  }
}

/** Asks for tokens with secrets of clients of the same account, which a platform may look up by their account. */
async function crossedSecrets(
  { http }: PlatformContext,
  [one, other]: readonly NewClient[],
): Promise<readonly Exchange[]> {
  if (one === undefined || other === undefined) return []
  return [
    await http.requestToken({ client: { ...one, secret: other.secret } }),
    await http.requestToken({ client: { ...other, secret: one.secret } }),
  ]
}

type Wanted = Parameters<Office['createClient']>[1]

/** The second has no description, which is optional (2.6); the last has the name of the first. */
function unusual(count: number, [first]: readonly NewClient[]): Wanted {
  if (count === 1) return { description: '' }
  return count === CLIENTS - 1 && first !== undefined ? { name: first.name } : undefined
}

/** A new client that is as wanted where a platform takes that, else a usual one. */
async function clientOf(
  office: Office,
  account: Account,
  wanted: Wanted,
): ReturnType<Office['createClient']> {
  const made = wanted && (await office.createClient(account, wanted))
  return made?.client === undefined ? office.createClient(account) : made
}

async function seen(
  { http }: PlatformContext,
  office: Office,
  client: NewClient,
): Promise<Omit<ClientSeen, 'step'>> {
  const look = await office.look('show_client', { client_id: client.id })
  const token = await http.requestToken({ client })
  return { ...propertiesOf(client), token, look }
}

/** The profile's own account keeps its keys, and the one of the profile opens it: only a new account gets keys. */
async function withKey(
  context: PlatformContext,
  office: Office,
  { id, own }: Account,
  { token, second }: { readonly token: TokenChoice | undefined; readonly second: NewClient | undefined },
): Promise<Pick<ClientsTrace, 'key' | 'submitted' | 'withSecond'>> {
  const { quotes, clock, http, facts } = context
  const made = own ? undefined : await office.createKey({ id, own })
  const step = made && { key: made.step }
  if (token === undefined || (made !== undefined && made.key === undefined)) return { ...step }
  const primary = made?.key === undefined ? 'primary' : { text: made.key, as: 'made for the account' }
  const submit = async () =>
    (await quotes.submit('ready_to_bind', { credentials: { token, key: primary } })).answer
  const submitted = await patiently(clock, submit, isLetIn)
  const secondary = own
    ? facts.credentials.has('secondary_integration_key') && 'secondary'
    : await secondKey(office, id)
  const quote = quoteIdOf(submitted)
  const other = second && (await http.holdToken(second)).token
  if (!secondary || quote === undefined || other === undefined) return { ...step, submitted }
  const withSecond = await readWithBoth(context, quote, other, { primary, secondary })
  return { ...step, submitted, withSecond }
}
