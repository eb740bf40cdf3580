import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { keptTokenStatements } from './kept-tokens.ts'
import { madeKeyStatements } from './made-keys.ts'
import { refusedCredentialStatements } from './refused-credentials.ts'
import { refusedWriteStatements } from './refused-writes.ts'
import { tokenRequestStatements } from './token-requests.ts'

/** The statements on who is let in: with which credentials, from when and until when (2.6, 5). */
export const accessStatements: readonly PlatformStandingClaim[] = [
  ...tokenRequestStatements,
  ...refusedCredentialStatements,
  ...refusedWriteStatements,
  ...keptTokenStatements,
  ...madeKeyStatements,
  // Journeys send nothing with credentials that somebody ended or made.
].map((one) => ({ ...one, onlyThere: true }))
