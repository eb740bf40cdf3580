import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenChoice } from '../../../../conformance/ports/platform.ts'
import { cutOff } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Account, NewClient, Office } from '../../vocabulary/operator/office.ts'
import { left, type OfficeStep, type Snapshot, unableBy } from '../../vocabulary/operator/step.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { readWithBoth } from './both-keys.ts'
import { type ClientChange, changeClients } from './client-changes.ts'
import { type ClientProperties, propertiesOf } from './client-properties.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** The creation of a client; its properties are absent where it failed. */
export interface ClientSeen extends Partial<ClientProperties> {
  readonly step: OfficeStep
  /** A token request of the client, right after its creation. */
  readonly token?: Exchange
  readonly snapshot: Snapshot
}

export interface ClientsTrace {
  readonly partnerId: string
  /** Clients of one account, also those whose creation failed; some are deactivated afterwards. */
  readonly clients: readonly ClientSeen[]
  /** A submission with a token of the first client from before the others were created; absent without a key. */
  readonly submitted?: Exchange
  readonly key?: OfficeStep
  /** Read of its quote with that token; absent where there is none. */
  readonly withFirst?: Exchange
  /** The same with the second client's token; absent where one of them is missing. */
  readonly withSecond?: Exchange
  /** Token requests of each of two clients with the other one's secret; empty where there are not two clients. */
  readonly crossed: readonly Exchange[]
  readonly changes: readonly ClientChange[]
}

const CLIENTS = 3

/** Creates clients, observes them, and deactivates and activates some of them. */
export async function driveClients(context: PlatformContext, office: Office): Promise<ClientsTrace> {
  const account = await office.account()
  const clients: ClientSeen[] = []
  const made: NewClient[] = []
  /** A token of the first client, issued before there was another client: it stays valid. */
  let token: TokenChoice | undefined
  for (let count = 0; count < CLIENTS; count += 1) {
    const { step, client } = await clientOf(office, account, unusualProperties(count, made))
    if (client !== undefined && made.push(client) === 1) token = (await context.http.holdToken(client)).token
    clients.push({
      step,
      ...(client === undefined ? { snapshot: { step } } : await seen(context, office, client)),
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

/** Requests tokens with the secret of another client of the same account: a platform may wrongly look secrets up by account. */
async function crossedSecrets(
  { http }: PlatformContext,
  [one, other]: readonly NewClient[],
): Promise<readonly Exchange[]> {
  if (one === undefined || other === undefined) return []
  // Secrets that the portal made may be compared in another place than those of a client from before.
  for (const clientSecret of ['truncated', 'prolonged', 'wrong'] as const)
    await http.requestToken({ client: other, clientSecret })
  return [
    await http.requestToken({ client: { ...one, secret: other.secret } }),
    await http.requestToken({ client: { ...other, secret: one.secret } }),
  ]
}

type Wanted = Parameters<Office['createClient']>[1]

/** Unusual properties: the second client has no description, which is optional (2.6); the last has the name of the first. */
function unusualProperties(count: number, [first]: readonly NewClient[]): Wanted {
  if (count === 1) return { description: '' }
  return count === CLIENTS - 1 && first !== undefined ? { name: first.name } : undefined
}

/** Creates a client with the wanted properties or, where the platform refuses them, with ordinary ones. */
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
  const snapshot = await office.snapshot('show_client', { client_id: client.id })
  const token = await http.requestToken({ client })
  return { ...propertiesOf(client), token, snapshot }
}

/** Submits with a new key of the account. The profile's own account gets no new key: the profile has one. */
async function withKey(
  context: PlatformContext,
  office: Office,
  { id, own }: Account,
  { token, second }: { readonly token: TokenChoice | undefined; readonly second: NewClient | undefined },
): Promise<Pick<ClientsTrace, 'key' | 'submitted' | 'withFirst' | 'withSecond'>> {
  const { api, quotes, clock, http, facts } = context
  const made = own ? undefined : await office.createKey({ id, own })
  const step = made && { key: made.step }
  if (token === undefined || (made !== undefined && made.key === undefined)) return { ...step }
  const primary = made?.key ?? 'primary'
  const submit = async () =>
    (await quotes.submit('ready_to_bind', { credentials: { token, key: primary } })).answer
  const submitted = await retryUntil(clock, submit, isAccessGranted)
  const secondary = own
    ? facts.credentials.has('secondary_integration_key') && 'secondary'
    : (await office.createKey({ id, own: false })).key
  const quote = quoteIdOf(submitted)
  const other = second && (await http.holdToken(second)).token
  if (!secondary || quote === undefined || other === undefined) return { ...step, submitted }
  const withFirst = await api.status(quote, { credentials: { token, key: primary } })
  const [withSecond] = await readWithBoth(context, quote, other, [primary, secondary])
  return { ...step, submitted, withFirst, ...(withSecond && { withSecond }) }
}
