import { KEY_OPERATORS } from './keys.ts'
import { PORTAL_OPERATORS } from './portal.ts'
import { CREDENTIAL_REQUEST_OPERATORS } from './requests.ts'
import { TOKEN_OPERATORS } from './tokens.ts'

/** All that can go wrong with credentials. */
export const CREDENTIAL_OPERATORS = [
  ...CREDENTIAL_REQUEST_OPERATORS,
  ...TOKEN_OPERATORS,
  ...PORTAL_OPERATORS,
  ...KEY_OPERATORS,
]
