import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { NewClient, Office } from '../../vocabulary/operator/office.ts'
import type { OfficeStep, Snapshot } from '../../vocabulary/operator/step.ts'
import { type ClientProperties, propertiesOf } from './client-properties.ts'

/** A client, observed after a client of its account was deactivated or activated. */
export interface ClientAfter {
  readonly properties: ClientProperties
  /** True when its last change was a deactivation; undefined where it is unknown if that change was carried out. */
  readonly isInactive: boolean | undefined
  /** True when a change of this client was ever tried. */
  readonly wasInactive: boolean
  readonly snapshot: Snapshot
  readonly token: Exchange
}

/** One deactivation or activation, and all clients of the account afterwards. */
export interface ClientChange {
  readonly when: string
  readonly step: OfficeStep
  readonly clients: readonly ClientAfter[]
  /** A token request of the profile's own client. */
  readonly own: Exchange
}

type Action = 'deactivate_client' | 'activate_client'

/**
 * The changes in order: each of the first two clients is inactive alone, and together with the other one. At the end each gets the
 * status that it has already.
 */
const CHANGES: readonly (readonly [action: Action, place: number])[] = [
  ['deactivate_client', 0],
  ['deactivate_client', 1],
  ['activate_client', 0],
  ['activate_client', 1],
  ['deactivate_client', 1],
  ['deactivate_client', 1],
  ['activate_client', 0],
]

const WORDS = { deactivate_client: 'deactivated', activate_client: 'activated' } as const

/** Deactivates and activates clients of an account in turn, and observes all of them after each change. */
export async function changeClients(
  { http }: PlatformContext,
  office: Office,
  partnerId: string,
  clients: readonly NewClient[],
): Promise<readonly ClientChange[]> {
  const inactive = new Map<NewClient, boolean | undefined>()
  const snapshot = async (client: NewClient): Promise<ClientAfter> => ({
    properties: propertiesOf(client),
    isInactive: inactive.has(client) ? inactive.get(client) : false,
    wasInactive: inactive.has(client),
    snapshot: await office.snapshot('show_client', { client_id: client.id }),
    token: await http.requestToken({ client }),
  })
  const changes: ClientChange[] = []
  for (const [action, place] of CHANGES) {
    const client = clients[place]
    if (client === undefined) continue
    const { step } = await office.act(action, { client_id: client.id })
    const wanted = action === 'deactivate_client'
    const isSo = (inactive.get(client) ?? false) === wanted
    // A refusal says that the client stays as it is only where that is what was asked for.
    const isKept = step.kind === 'refused' && isSo
    inactive.set(client, step.kind === 'done' || isKept ? wanted : undefined)
    // How an operator answers to such a change is not shown, so it may also fail.
    if (isSo && step.kind === 'left') continue
    // An account's page may include its clients, and wrongly their secrets.
    await office.snapshot('show_partner', { partner_id: partnerId })
    changes.push({
      when: `after client ${place + 1} was ${WORDS[action]}`,
      step,
      clients: await Promise.all(clients.map(snapshot)),
      own: await http.requestToken(),
    })
  }
  return changes
}
