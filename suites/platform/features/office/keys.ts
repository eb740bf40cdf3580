import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import { CannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import type { PlatformContext, PlatformScenario } from '../../vocabulary/context.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import { officeScenario } from '../../vocabulary/operator/scenario.ts'
import { unableBy } from '../../vocabulary/operator/step.ts'
import { uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'
import { askForOneMore, fillInOtherOrders } from './key-orders.ts'
import { driveLastingKeys } from './lasting-keys.ts'
import { type Reader, readerOf } from './reader.ts'
import { driveRotation } from './rotation.ts'

/** Fills both slots of an account, and rotates its keys while reads with both continue (2.6, 5.rule.6, 5.rule.7, R36). */
export const integrationKeys: PlatformScenario = officeScenario({
  id: 'office/keys',
  title: 'Keys are rotated through the second slot, and one of the two always works',
  needs: [{ operator: 'create_key' }],
  exclusive: true,
  shows: [
    ...['integration-keys-are-at-most-two', 'integration-key-is-shown-once', 'lost-secret-is-replaced'],
    ...['key-rotation-has-its-steps', 'primary-key-works', 'secondary-key-works'],
    ...['replaced-key-stops-working', 'observe-replaced-key', 'status-wrong-key-refused'],
    ...['other-partners-key-refused', 'status-expired-token-401'],
  ],
  async drive(context, office) {
    const account = await office.account()
    if (account.own) return atTheOwn(context, office, account)
    const { step, key } = await office.createKey(account)
    if (key === undefined) throw unableBy(step, 'create_key')
    const askAgain = async () => {
      // An account's page may include its keys, and wrongly their secrets.
      await office.snapshot('show_partner', { partner_id: account.id })
      await askForOneMore(office, account)
    }
    const reader = await firstReader(context, office, account, key)
    if (reader === undefined) {
      await office.createKey(account)
      return askAgain()
    }
    await driveRotation({ context, office, account, reader }, key, askAgain)
    await fillInOtherOrders(office)
    await driveLastingKeys(context, office).catch(unlessUnable)
  },
})

/** Makes a reader with a new client; undefined where the account gets no client, or no quote. */
async function firstReader(
  context: PlatformContext,
  office: Office,
  account: Account,
  key: MadeKey,
): Promise<Reader | undefined> {
  const { client } = await office.createClient(account)
  const reader = client && (await readerOf(context, client, key))
  return reader === undefined || 'left' in reader ? undefined : reader
}

/** Requests a third key for the profile's own account where it has two. The suite never replaces keys of that account. */
async function atTheOwn(
  { api, facts, unique }: PlatformContext,
  office: Office,
  account: Account,
): Promise<void> {
  if (!facts.credentials.has('secondary_integration_key'))
    throw new CannotTell(
      "a key would fill the free slot of the profile's own account for good",
      'operator.register_partner',
    )
  // Reads show that both are there.
  for (const key of ['primary', 'secondary'] as const)
    await api.status(uuidOfNoQuote(unique()), { credentials: { key } })
  await askForOneMore(office, account)
}
