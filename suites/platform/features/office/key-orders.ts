import { isDeepStrictEqual } from 'node:util'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import type { OfficeStep, Snapshot } from '../../vocabulary/operator/step.ts'

/** Requests for a key beyond the limit. */
export interface KeysBeyondLimit {
  /** Description of the moment: `after the primary key was replaced`. */
  readonly when: string
  /** The creations of the keys that the account has. */
  readonly filled: readonly OfficeStep[]
  /** The keys as the portal shows them. */
  readonly listed: Snapshot
  /** Requests for one more key: all but `free` of them have to be refused. */
  readonly asked: readonly OfficeStep[]
  /** How many of them may succeed: the number of free slots. */
  readonly free: number
}

/** Simultaneous requests for one slot: more than two, since a race between counting and writing is short. */
const AT_ONCE = 5

type Slot = 'primary' | 'secondary'

/**
 * Fills the slots of another account, whose primary key is replaced before there is a secondary one. Several requests for the last
 * free slot arrive at the same moment. After each further change, a key beyond the limit is requested.
 */
export async function fillInOtherOrders(office: Office): Promise<readonly KeysBeyondLimit[]> {
  const account = await office.account().catch(unlessUnable)
  if (account === undefined || account.own) return []
  const filled: OfficeStep[] = []
  const tooMany: KeysBeyondLimit[] = []
  const snapshot = () => office.snapshot('list_keys', { partner_id: account.id })
  const create = async () => (await office.createKey(account)).step
  const rotate = async (slot: Slot) => (await office.rotateKey(account, slot)).step
  const ask = async (when: string) => {
    const listed = await snapshot()
    tooMany.push({ when, filled: [...filled], listed, asked: [await create()], free: 0 })
  }

  filled.push(await create())
  await rotate('primary')
  const together = await Promise.all(Array.from({ length: AT_ONCE }, create))
  tooMany.push({
    when: 'several times at the same moment, for one free slot',
    filled: [...filled],
    listed: await snapshot(),
    asked: together,
    free: 1,
  })
  const made = together.filter(({ kind }) => kind === 'done')
  // Each of them may have been refused because of another one.
  filled.push(...(made.length > 0 ? made : [await create()]))
  await ask('once there were two, the first of which had been replaced')
  for (const slot of ['secondary', 'primary', 'primary'] as const) {
    await rotate(slot)
    await ask(`after the ${slot} key was replaced`)
  }
  const before = await snapshot()
  // It is not stated that an account keeps its keys while disabled, so this asks only where the portal shows the same ones.
  if ((await isReopened(office, account)) && isSame(before, await snapshot()))
    await ask('after the account was disabled and approved again')
  return tooMany
}

const isSame = (before: Snapshot, after: Snapshot): boolean =>
  before.step.kind === 'done' && after.step.kind === 'done' && isDeepStrictEqual(before.shown, after.shown)

/** Disables an account and approves it again; false where the back office refuses either. */
async function isReopened(office: Office, { id }: Account): Promise<boolean> {
  const { step: disabled } = await office.act('disable_partner', { partner_id: id })
  if (disabled.kind !== 'done') return false
  const { step: approved } = await office.act('approve_partner', { partner_id: id })
  return approved.kind === 'done'
}
