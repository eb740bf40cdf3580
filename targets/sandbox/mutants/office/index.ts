import type { Mutant } from '../mutant.ts'
import { accountMutants } from './accounts.ts'
import { clientMutants } from './clients.ts'
import { keyMutants } from './keys.ts'
import { logMutants } from './logs.ts'
import { webhookKeyMutants } from './webhook-keys.ts'

/** Mistakes in portals and back offices. */
export const officeMutants: readonly Mutant[] = [
  ...accountMutants,
  ...clientMutants,
  ...keyMutants,
  ...logMutants,
  ...webhookKeyMutants,
]
