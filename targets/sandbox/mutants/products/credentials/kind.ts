import type { ProductKind } from '../product.ts'
import { CREDENTIAL_GUARDS } from './guards.ts'
import { alongCredentials, type CredentialHistory } from './history.ts'
import { CREDENTIAL_SLIPS } from './slips.ts'
import type { Use } from './use.ts'

/** Slips and guards of credentials in use. */
export const credentialKind: ProductKind<Use, CredentialHistory> = {
  words: 'with credentials',
  guards: CREDENTIAL_GUARDS,
  slips: CREDENTIAL_SLIPS,
  along: alongCredentials,
}
