import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice, KeyChoice } from '../../../../conformance/ports/platform.ts'
import { cannotTell, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../../vocabulary/judge/answer.ts'
import type { Office } from '../../vocabulary/operator/office.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** Reads of one quote with the two keys of its account. */
export interface BothKeys {
  readonly primary: Exchange
  readonly secondary: Exchange
}

/** Makes the second key of an account; undefined where that fails. */
export async function secondKey(office: Office, id: string): Promise<KeyChoice | undefined> {
  const { key } = await office.createKey({ id, own: false })
  return key === undefined ? undefined : { text: key, as: 'made second for the account' }
}

/** Reads a quote with one token and each of two keys. Waits for the keys, which may take time to become effective. */
export async function readWithBoth(
  { api, clock }: PlatformContext,
  id: string,
  token: CredentialsChoice['token'],
  keys: { readonly primary: KeyChoice; readonly secondary: KeyChoice },
): Promise<BothKeys> {
  const read = (key: KeyChoice) =>
    retryUntil(
      clock,
      () => api.status(id, { credentials: { key, ...(token && { token }) } }),
      isAccessGranted,
    )
  return { primary: await read(keys.primary), secondary: await read(keys.secondary) }
}

/** Judges that the secondary key works like the primary one (R22). Where neither works, there is another reason. */
export function secondaryOpens(reads: BothKeys | undefined): Verdict {
  if (reads === undefined) return cannotTell('there were no two keys to read with')
  if (!succeeded(reads.primary)) return cannotTell('the primary key did not open the quote either')
  return isAccessGranted(reads.secondary) ? passed() : statusClassIs(reads.secondary, 2)
}
