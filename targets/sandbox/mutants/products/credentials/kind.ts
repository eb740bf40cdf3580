import type { ProductKind } from '../product.ts'
import { CREDENTIAL_GUARDS } from './guards.ts'
import { alongCredentials, type CredentialHistory } from './history.ts'
import { API_SLIPS } from './slips/api.ts'
import { OFFICE_SLIPS } from './slips/office.ts'
import type { CredentialUse } from './use.ts'

/** Slips and guards of credentials in use. */
export const credentialKind: ProductKind<CredentialUse, CredentialHistory> = {
  words: 'with credentials',
  guards: CREDENTIAL_GUARDS,
  slips: [...API_SLIPS, ...OFFICE_SLIPS],
  along: alongCredentials,
}
