import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice, KeyChoice } from '../../../../conformance/ports/platform.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** Reads a quote with one token and each of some keys. Waits for the keys, which may take time to become effective. */
export async function readWithBoth(
  { api, clock }: PlatformContext,
  id: string,
  token: CredentialsChoice['token'],
  keys: readonly KeyChoice[],
): Promise<readonly Exchange[]> {
  const reads: Exchange[] = []
  for (const key of keys) {
    const read = () => api.status(id, { credentials: { key, ...(token && { token }) } })
    reads.push(await retryUntil(clock, read, isAccessGranted))
  }
  return reads
}
