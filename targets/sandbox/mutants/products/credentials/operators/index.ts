import { PORTAL_OPERATORS } from './portal.ts'
import { REQUEST_OPERATORS } from './requests.ts'
import { TOKEN_OPERATORS } from './tokens.ts'

/** All that can go wrong with credentials. */
export const CREDENTIAL_OPERATORS = [...REQUEST_OPERATORS, ...TOKEN_OPERATORS, ...PORTAL_OPERATORS]
