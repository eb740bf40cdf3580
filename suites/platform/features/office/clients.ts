import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { type ClientChange, changeClients } from './client-changes.ts'
import type { NewClient, Office } from './office.ts'
import { isLetIn, patiently } from './patience.ts'
import { type Look, left, type Step, unableBy } from './step.ts'

/** A client that was made, without its secret. */
export interface ClientSeen {
  readonly step: Step
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly lastFour?: string
  /** A token request of it, right after it was made. */
  readonly token?: Exchange
  readonly look: Look
}

export interface ClientsTrace {
  readonly partnerId: string
  /** Clients of one account, as many as it gets; some are deactivated afterwards. */
  readonly clients: readonly ClientSeen[]
  /** A quote that was asked for with a made client and a made key; absent where no key can be made. */
  readonly submitted?: Exchange
  readonly key?: Step
  readonly changes: readonly ClientChange[]
}

const CLIENTS = 3

/** Makes clients, looks at them, and deactivates some of them. */
export async function driveClients(context: PlatformContext, office: Office): Promise<ClientsTrace> {
  const account = await office.account()
  const clients: ClientSeen[] = []
  const made: NewClient[] = []
  for (let count = 0; count < CLIENTS; count += 1) {
    const { step, client } = await office.createClient(account)
    if (client !== undefined) made.push(client)
    clients.push({
      step,
      ...(client === undefined ? { look: { step } } : await seen(context, office, client)),
    })
  }
  const [first] = made
  if (first === undefined) throw unableBy(clients[0]?.step ?? left(cutOff('no client was asked for')))
  const key = await withKey(context, office, account.own ? undefined : account.id, first)

  return {
    partnerId: account.id,
    clients,
    ...key,
    changes: await changeClients(context, office, account.id, made),
  }
}

async function seen(
  { http }: PlatformContext,
  office: Office,
  client: NewClient,
): Promise<Omit<ClientSeen, 'step'>> {
  const { id, name, description, secret } = client
  const look = await office.look('show_client', { client_id: id })
  const token = await http.requestToken({ client })
  return { id, name, description, lastFour: secret.slice(-4), token, look }
}

/** The profile's own account keeps its keys: only a new one gets a key. */
async function withKey(
  { http, quotes, clock }: PlatformContext,
  office: Office,
  partnerId: string | undefined,
  client: NewClient,
): Promise<Pick<ClientsTrace, 'key' | 'submitted'>> {
  if (partnerId === undefined) return {}
  const { step, key } = await office.createKey({ id: partnerId, own: false })
  const { token } = await http.holdToken(client)
  if (key === undefined || token === undefined) return { key: step }
  const credentials = { token, key: { text: key, as: 'made for the account' } }
  const submit = async () => (await quotes.submit('ready_to_bind', { credentials })).answer
  return { key: step, submitted: await patiently(clock, submit, isLetIn) }
}
