import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { grantStatements } from './grants.ts'
import { keptTokenStatements } from './kept-tokens.ts'
import { keyLimitStatements } from './key-limit.ts'
import { madeKeyStatements } from './made-keys.ts'
import { pageStatements } from './pages.ts'
import { refusedCredentialStatements } from './refused-credentials.ts'
import { refusedWriteStatements } from './refused-writes.ts'
import { secretStatements } from './secrets.ts'
import { tokenRequestStatements } from './token-requests.ts'
import { webhookKeyStatements } from './webhook-keys.ts'

/** The statements on who is let in: with which credentials, from when and until when (2.6, 5). */
export const accessStatements: readonly PlatformStandingClaim[] = [
  ...tokenRequestStatements,
  ...refusedCredentialStatements,
  ...refusedWriteStatements,
  ...keptTokenStatements,
  ...madeKeyStatements,
  ...keyLimitStatements,
  ...grantStatements,
  ...pageStatements,
  ...secretStatements,
  ...webhookKeyStatements,
  // Journeys send nothing with credentials that somebody ended or made.
].map((one) => ({ ...one, onlyThere: true }))
