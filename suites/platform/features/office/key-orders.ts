import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'

/** Simultaneous requests for one slot: more than two, since a race between counting and writing is short. */
const AT_ONCE = 5

/** Shows the keys of an account, and requests one beyond the limit. */
export async function askForOneMore(office: Office, account: Account): Promise<void> {
  await office.snapshot('list_keys', { partner_id: account.id })
  await office.createKey(account)
}

/**
 * Fills the slots of another account, whose primary key is replaced before there is a secondary one. Several requests for the last
 * free slot arrive at the same moment. After each further change, a key beyond the limit is requested.
 */
export async function fillInOtherOrders(office: Office): Promise<void> {
  const account = await office.account().catch(unlessUnable)
  if (account === undefined || account.own) return
  await office.createKey(account)
  await office.rotateKey(account, 'primary')
  const together = await Promise.all(Array.from({ length: AT_ONCE }, () => office.createKey(account)))
  // Each of them may have been refused because of another one.
  if (together.every(({ step }) => step.kind !== 'done')) await office.createKey(account)
  await askForOneMore(office, account)
  for (const slot of ['secondary', 'primary', 'primary'] as const) {
    await office.rotateKey(account, slot)
    await askForOneMore(office, account)
  }
  for (const action of ['disable_partner', 'approve_partner'] as const) {
    const { step } = await office.act(action, { partner_id: account.id })
    if (step.kind !== 'done') return
  }
  await askForOneMore(office, account)
}
