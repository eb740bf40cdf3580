import { readTable } from '../../../../../conformance/table.ts'
import type { ProductKind } from '../product.ts'
import { type MutantTable, slipsOf } from '../table.ts'
import { PORTAL_BY_HAND } from './by-hand/portal.ts'
import { TOKENS_BY_HAND } from './by-hand/tokens.ts'
import { CREDENTIAL_GUARDS } from './guards.ts'
import { alongCredentials, type CredentialHistory } from './history.ts'
import { CREDENTIAL_OPERATORS } from './operators/index.ts'
import type { CredentialUse } from './use.ts'

export const credentialTables = ['credentials', 'requests', 'tokens', 'portal'].map(
  (name): MutantTable => readTable(`${name}.yaml`, import.meta.url),
)

/** Slips and guards of credentials in use. */
export const credentialKind: ProductKind<CredentialUse, CredentialHistory> = {
  words: 'with credentials',
  guards: CREDENTIAL_GUARDS,
  operators: CREDENTIAL_OPERATORS,
  slips: slipsOf(CREDENTIAL_OPERATORS, credentialTables),
  byHand: { ...TOKENS_BY_HAND, ...PORTAL_BY_HAND },
  along: alongCredentials,
}
