import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import { type OfficeStep, unableBy } from '../../vocabulary/operator/step.ts'
import { fillInOtherOrders, type KeysBeyondLimit } from './key-orders.ts'
import { driveLastingKeys, type LastingKeys } from './lasting-keys.ts'
import { readerOf } from './reader.ts'
import { driveRotation, type KeyRotationTrace } from './rotation.ts'

export interface KeysTrace {
  readonly tooMany: readonly KeysBeyondLimit[]
  readonly rotation: KeyRotationTrace | { readonly left: Verdict }
  readonly lasting: LastingKeys
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
    const left = 'left' in reader ? reader.left : unableBy(first.step).verdict
    return { tooMany, rotation: { left }, lasting: { left } }
  }
  const rotation = await driveRotation(
    { context, office, account, reader },
    { name: 'first', text: first.key },
    async (when, step) => {
      filled.push(step)
      await ask(when)
    },
  )
  const others = await fillInOtherOrders(office)
  return { tooMany: [...tooMany, ...others], rotation, lasting: await driveLastingKeys(context, office) }
}

async function firstReader(
  context: PlatformContext,
  office: Office,
  account: Account,
  key: string | undefined,
): Promise<Awaited<ReturnType<typeof readerOf>>> {
  if (key === undefined) return { left: cannotTell('no key was made') }
  const { step, client } = await office.createClient(account)
  if (client === undefined) return { left: unableBy(step).verdict }
  return readerOf(context, client, { name: 'first', text: key })
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
  const left = cannotTell("keys of the profile's own account are not replaced", 'operator.register_partner')
  const tooMany = [{ when: 'once there were two', filled: [], listed, asked, free: 0 }]
  return { tooMany, rotation: { left }, lasting: { left } }
}
