import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import type { Office } from '../../vocabulary/operator/office.ts'
import { unableBy } from '../../vocabulary/operator/step.ts'
import { readerOf } from './reader.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** How long after its creation a key is used again. Its lifetime is not stated, but it must exceed a day. */
const LATER_MS = 30 * 3_600_000

/**
 * Makes both keys of a new account, and uses them again the next day. Statements judge that they still work.
 *
 * @throws CannotTell where there is no such account
 */
export async function driveLastingKeys(context: PlatformContext, office: Office): Promise<void> {
  const { clock } = context
  if (!clock.virtual) throw new CannotTell('the run does not wait for a day', 'operator.advance_clock')
  const account = await office.account()
  if (account.own) throw new CannotTell('no account was opened', 'operator.register_partner')
  const { step, client } = await office.createClient(account)
  if (client === undefined) throw unableBy(step)
  const [first, second] = [await office.createKey(account), await office.createKey(account)]
  if (first.key === undefined) throw unableBy(first.step)
  const keys = [first.key, second.key].flatMap((key) => key ?? [])
  const reader = await readerOf(context, client, first.key, { forEach: false })
  if ('left' in reader) return
  for (const key of keys) await retryUntil(clock, () => reader.read(key), isAccessGranted)
  await clock.sleep(LATER_MS)
  await reader.renew()
  for (const key of keys) await reader.read(key)
}
