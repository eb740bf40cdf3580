import { answerDefects } from './answers.ts'
import { credentialDefects } from './credentials.ts'
import { declineDefects } from './declines.ts'
import type { Defect } from './defect.ts'
import { formDefects } from './forms.ts'
import { laterDefects } from './later.ts'
import { outageDefects } from './outages.ts'
import { pauseDefects } from './pauses.ts'
import { pollingDefects } from './polling.ts'
import { recordDefects } from './records.ts'
import { requestDefects } from './requests.ts'
import { tlsDefects } from './tls.ts'
import { tokenRequestDefects } from './token-requests.ts'
import { tokenDefects } from './tokens.ts'

/** Clients with one defect each, by a description of the defect. */
export const defects: Readonly<Record<string, Defect>> = {
  ...credentialDefects,
  ...tokenRequestDefects,
  ...tokenDefects,
  ...requestDefects,
  ...pollingDefects,
  ...answerDefects,
  ...declineDefects,
  ...recordDefects,
  ...formDefects,
  ...outageDefects,
  ...laterDefects,
  ...pauseDefects,
  ...tlsDefects,
}
