import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { type ClientProperties, propertiesOf } from './client-properties.ts'
import type { NewClient, Office } from './office.ts'
import type { Look, Step } from './step.ts'

/** A client after some client of its account was deactivated or activated. */
export interface ClientAfter {
  readonly properties: ClientProperties
  /** It was deactivated and not activated since; undefined where it is not known whether that was done. */
  readonly isInactive: boolean | undefined
  /** It was deactivated at some time. */
  readonly wasInactive: boolean
  readonly look: Look
  readonly token: Exchange
}

/** One client was deactivated or activated, and all clients of its account were looked at. */
export interface ClientChange {
  readonly when: string
  readonly step: Step
  readonly clients: readonly ClientAfter[]
  /** A token request of the profile's own client. */
  readonly own: Exchange
}

type Action = 'deactivate_client' | 'activate_client'

/** Each of the first two is inactive alone, and beside the other one. */
const CHANGES: readonly (readonly [action: Action, place: number])[] = [
  ['deactivate_client', 0],
  ['deactivate_client', 1],
  ['activate_client', 0],
  ['activate_client', 1],
  ['deactivate_client', 1],
]

const WORDS = { deactivate_client: 'deactivated', activate_client: 'activated' } as const

/** Deactivates and activates clients of an account in turn, and looks at all of them each time. */
export async function changeClients(
  { http }: PlatformContext,
  office: Office,
  partnerId: string,
  clients: readonly NewClient[],
): Promise<readonly ClientChange[]> {
  const inactive = new Map<NewClient, boolean | undefined>()
  const look = async (client: NewClient): Promise<ClientAfter> => ({
    properties: propertiesOf(client),
    isInactive: inactive.has(client) ? inactive.get(client) : false,
    wasInactive: inactive.has(client),
    look: await office.look('show_client', { client_id: client.id }),
    token: await http.requestToken({ client }),
  })
  const changes: ClientChange[] = []
  for (const [action, place] of CHANGES) {
    const client = clients[place]
    if (client === undefined) continue
    const { step } = await office.act(action, { client_id: client.id })
    inactive.set(client, step.kind === 'done' ? action === 'deactivate_client' : undefined)
    // A portal may show an account together with its clients.
    await office.look('show_partner', { partner_id: partnerId })
    changes.push({
      when: `after client ${place + 1} was ${WORDS[action]}`,
      step,
      clients: await Promise.all(clients.map(look)),
      own: await http.requestToken(),
    })
  }
  return changes
}
