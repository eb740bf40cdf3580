import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, passed, type Verdict, whyLeft } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../../vocabulary/judge/answer.ts'
import type { Office } from '../../vocabulary/operator/office.ts'
import { unableBy, whenDone } from '../../vocabulary/operator/step.ts'
import { readerOf } from './reader.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** Reads with a key that is not replaced: right after its creation, and long after. */
interface LastingKey {
  readonly soon: Exchange
  readonly later: Exchange
}

/** Both keys of an account whose keys are not replaced; or why there are none. */
export type LastingKeys =
  | { readonly primary: LastingKey; readonly secondary: LastingKey }
  | { readonly left: Verdict }

/** How long after its creation a key is used again. Its lifetime is not stated, but it must exceed a day. */
const LATER_MS = 30 * 3_600_000

/** Makes both keys of a new account, and uses them again the next day. */
export async function driveLastingKeys(context: PlatformContext, office: Office): Promise<LastingKeys> {
  const { clock } = context
  if (!clock.virtual) return { left: cannotTell('the run does not wait for a day', 'operator.advance_clock') }
  const account = await office.account().catch(whyLeft)
  if ('left' in account) return account
  if (account.own)
    return {
      left: cannotTell("keys would fill the slots of the profile's own account", 'operator.register_partner'),
    }
  const { step, client } = await office.createClient(account)
  if (client === undefined) return { left: unableBy(step).verdict }
  const made = [await office.createKey(account), await office.createKey(account)] as const
  const keys = made.map(({ key = '' }, place) => ({ name: `lasting ${place + 1}`, text: key }))
  const [primary, secondary] = keys
  const unmade = made.find(({ key }) => key === undefined)
  if (primary === undefined || secondary === undefined || unmade !== undefined)
    return { left: whenDone(unmade?.step ?? step, () => cutOff('no key came with it')) }
  const reader = await readerOf(context, client, primary, { forEach: false })
  if ('left' in reader) return reader
  const soon = [
    await retryUntil(clock, () => reader.read(primary), isAccessGranted),
    await retryUntil(clock, () => reader.read(secondary), isAccessGranted),
  ] as const
  await clock.sleep(LATER_MS)
  if (!(await reader.renew())) return { left: cutOff('no new token was issued the next day') }
  return {
    primary: { soon: soon[0], later: await reader.read(primary) },
    secondary: { soon: soon[1], later: await reader.read(secondary) },
  }
}

/** Judges that a key still works the next day if it was not replaced (2.6, R22, R36). */
export function keyLasts(keys: LastingKeys, which: 'primary' | 'secondary'): Verdict {
  if ('left' in keys) return keys.left
  const { soon, later } = keys[which]
  if (!succeeded(soon)) return cutOff('the key did not work to begin with')
  if (!isAccessGranted(later)) return statusClassIs(later, 2)
  return succeeded(later) ? passed() : cannotTell('the quote could not be read the next day')
}
