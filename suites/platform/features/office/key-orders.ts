import { isDeepStrictEqual } from 'node:util'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { Account, Office } from './office.ts'
import type { Look, Step } from './step.ts'

/** A key was asked for while an account had both. */
export interface TooMany {
  /** The moment in words: `after the primary key was replaced`. */
  readonly when: string
  /** How the keys came about that the account has. */
  readonly filled: readonly Step[]
  /** The keys as the portal shows them. */
  readonly listed: Look
  /** Requests for one key more, each of which has to be refused; of several at once one may fill a free slot. */
  readonly asked: readonly Step[]
  /** How many of them may be done. */
  readonly free: number
}

type Slot = 'primary' | 'secondary'

/**
 * Fills the slots of another account, whose primary key is replaced before there is a secondary one. The last free slot is asked
 * for twice at the same moment. A key too many is asked for after each change.
 */
export async function fillInOtherOrders(office: Office): Promise<readonly TooMany[]> {
  const account = await office.account().catch(unlessUnable)
  if (account === undefined || account.own) return []
  const filled: Step[] = []
  const tooMany: TooMany[] = []
  const look = () => office.look('list_keys', { partner_id: account.id })
  const create = async () => (await office.createKey(account)).step
  const rotate = async (slot: Slot) => (await office.rotateKey(account, slot)).step
  const ask = async (when: string) => {
    const listed = await look()
    tooMany.push({ when, filled: [...filled], listed, asked: [await create()], free: 0 })
  }

  filled.push(await create())
  await rotate('primary')
  const together = await Promise.all([create(), create()])
  tooMany.push({
    when: 'twice at the same moment, for one free slot',
    filled: [...filled],
    listed: await look(),
    asked: together,
    free: 1,
  })
  const made = together.filter(({ kind }) => kind === 'done')
  // Each of the two may have been refused for the sake of the other.
  filled.push(...(made.length > 0 ? made : [await create()]))
  await ask('once there were two, the first of which had been replaced')
  for (const slot of ['secondary', 'primary', 'primary'] as const) {
    await rotate(slot)
    await ask(`after the ${slot} key was replaced`)
  }
  const before = await look()
  // Nothing says that an account keeps its keys while it is disabled: it is asked where the portal shows the same ones.
  if ((await isReopened(office, account)) && isSame(before, await look()))
    await ask('after the account was disabled and approved again')
  return tooMany
}

const isSame = (before: Look, after: Look): boolean =>
  before.step.kind === 'done' && after.step.kind === 'done' && isDeepStrictEqual(before.shown, after.shown)

/** An operator may refuse to take a disabled account back. */
async function isReopened(office: Office, { id }: Account): Promise<boolean> {
  const { step: disabled } = await office.act('disable_partner', { partner_id: id })
  if (disabled.kind !== 'done') return false
  const { step: approved } = await office.act('approve_partner', { partner_id: id })
  return approved.kind === 'done'
}
