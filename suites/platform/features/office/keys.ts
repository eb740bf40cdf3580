import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import { CannotTell, cannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import { type OfficeStep, unableBy } from '../../vocabulary/operator/step.ts'
import { fillInOtherOrders, type KeysBeyondLimit } from './key-orders.ts'
import { driveLastingKeys } from './lasting-keys.ts'
import { readerOf } from './reader.ts'
import { driveRotation } from './rotation.ts'

export interface KeysTrace {
  readonly tooMany: readonly KeysBeyondLimit[]
}

/** Fills both slots of an account, and rotates its keys while reads with both continue. */
export async function driveKeys(context: PlatformContext, office: Office): Promise<KeysTrace> {
  const account = await office.account()
  if (account.own) return atTheOwn(context, office, account)

  const first = await office.createKey(account)
  const filled: OfficeStep[] = [first.step]
  const tooMany: KeysBeyondLimit[] = []
  const ask = async (when: string) => {
    const listed = await office.snapshot('list_keys', { partner_id: account.id })
    // An account's page may include its keys, and wrongly their secrets.
    await office.snapshot('show_partner', { partner_id: account.id })
    const asked = [(await office.createKey(account)).step]
    tooMany.push({ when, filled: [...filled], listed, asked, free: 0 })
  }
  const reader = await firstReader(context, office, account, first.key)
  if ('left' in reader || first.key === undefined) {
    filled.push((await office.createKey(account)).step)
    await ask('once there were two')
    return { tooMany }
  }
  await driveRotation({ context, office, account, reader }, first.key, async (when, step) => {
    filled.push(step)
    await ask(when)
  })
  const others = await fillInOtherOrders(office)
  await driveLastingKeys(context, office).catch(unlessUnable)
  return { tooMany: [...tooMany, ...others] }
}

async function firstReader(
  context: PlatformContext,
  office: Office,
  account: Account,
  key: MadeKey | undefined,
): Promise<Awaited<ReturnType<typeof readerOf>>> {
  if (key === undefined) return { left: cannotTell('no key was made') }
  const { step, client } = await office.createClient(account)
  if (client === undefined) return { left: unableBy(step).verdict }
  return readerOf(context, client, key)
}

/** Requests a third key for the profile's own account where it has two. The suite never replaces keys of that account. */
async function atTheOwn({ facts }: PlatformContext, office: Office, account: Account): Promise<KeysTrace> {
  if (!facts.credentials.has('secondary_integration_key'))
    throw new CannotTell(
      "a key would fill the free slot of the profile's own account for good",
      'operator.register_partner',
    )
  const asked = [(await office.createKey(account)).step]
  const listed = await office.snapshot('list_keys', { partner_id: account.id })
  return { tooMany: [{ when: 'once there were two', filled: [], listed, asked, free: 0 }] }
}
