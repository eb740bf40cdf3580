import { blamedDefects } from './blamed.ts'
import { branchDefects } from './branches.ts'
import { conditionDefects } from './conditions.ts'
import { conductDefects } from './conduct.ts'
import type { Defect } from './defect.ts'
import { dyingDefects } from './dying.ts'
import { eventDefects } from './events.ts'
import { partDefects } from './parts.ts'
import { readingDefects } from './readings.ts'
import { rememberingDefects } from './remembering.ts'
import { secretDefects } from './secrets.ts'
import { signatureDefects } from './signatures.ts'
import { storingDefects } from './storing.ts'
import { transportDefects } from './transport.ts'
import { wayDefects } from './ways.ts'

/** Receivers with one defect each, by a description of the defect. */
export const defects: Readonly<Record<string, Defect>> = {
  ...signatureDefects,
  ...partDefects,
  ...eventDefects,
  ...conductDefects,
  ...conditionDefects,
  ...secretDefects,
  ...branchDefects,
  ...transportDefects,
  ...wayDefects,
  ...rememberingDefects,
  ...readingDefects,
  ...storingDefects,
  ...dyingDefects,
  ...blamedDefects,
}
