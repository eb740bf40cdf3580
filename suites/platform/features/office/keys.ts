import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Account, Office } from './office.ts'
import { readerOf } from './reader.ts'
import { driveRotation, type RotationTrace } from './rotation.ts'
import { type Look, type Step, unableBy } from './step.ts'

export interface KeysTrace {
  /** Attempts to make keys, the last of which has to be refused. */
  readonly created: readonly Step[]
  /** How many keys the account is known to have had before. */
  readonly before: number
  /** The keys as the portal shows them once there are two. */
  readonly listed: Look
  readonly rotation: RotationTrace | { readonly left: Verdict }
}

const MOST = 2

/** Fills both slots of an account, and rotates its keys while requests go on with both. */
export async function driveKeys(context: PlatformContext, office: Office): Promise<KeysTrace> {
  const account = await office.account()
  const list = () => office.look('list_keys', { partner_id: account.id })
  if (account.own) return { ...(await atTheOwn(context, office, account)), listed: await list() }

  const first = await office.createKey(account)
  const created: Step[] = [first.step]
  const create = async () => void created.push((await office.createKey(account)).step)
  const reader = await firstReader(context, office, account, first.key)
  if ('left' in reader || first.key === undefined) {
    await create()
    const listed = await list()
    await create()
    const left = 'left' in reader ? reader.left : unableBy(first.step).verdict
    return { created, before: 0, listed, rotation: { left } }
  }
  let listed: Look | undefined
  const rotation = await driveRotation(
    { context, office, account, reader },
    { name: 'first', text: first.key },
    async () => {
      listed = await list()
      await create()
    },
  )
  created.splice(1, 0, rotation.second)
  return { created, before: 0, listed: listed ?? (await list()), rotation }
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

/** Nothing of the profile's own account is replaced: where it has both keys, a third one is asked for. */
async function atTheOwn(
  { facts }: PlatformContext,
  office: Office,
  account: Account,
): Promise<Omit<KeysTrace, 'listed'>> {
  if (!facts.credentials.has('secondary_integration_key'))
    throw new CannotTell(
      "a key would fill the free slot of the profile's own account for good",
      'operator.register_partner',
    )
  const { step } = await office.createKey(account)
  const why = "keys of the profile's own account are not replaced"
  return { created: [step], before: MOST, rotation: { left: cannotTell(why, 'operator.register_partner') } }
}
