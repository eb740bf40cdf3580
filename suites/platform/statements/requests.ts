import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { documentCellClaims } from './document-cells.ts'
import { foreignStatements } from './foreign.ts'
import { issueStatements } from './issues.ts'
import { writeStatements } from './writes-in-states.ts'

/** The statements on requests about a quote that depend on its state, its owner, and what was done with it before. */
export const requestStatements: readonly PlatformStandingClaim[] = [
  ...documentCellClaims,
  ...writeStatements,
  ...foreignStatements,
  ...issueStatements,
]
