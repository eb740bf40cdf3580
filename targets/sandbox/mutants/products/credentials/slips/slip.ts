import { routes } from '../../../../http/routes.ts'
import type { Mutant } from '../../../mutant.ts'
import type { Slip } from '../../product.ts'
import type { CredentialUse } from '../use.ts'

export type CredentialSlip = Slip<CredentialUse>

/** Makes a slip of one part of the kind. */
export const slipOf =
  (part: 'api' | 'office') =>
  (id: string, says: string, kills: Mutant['kills'], change: CredentialSlip['change']): CredentialSlip => ({
    ...{ id, says, kills, change, part },
  })

/** A requirement of each endpoint. */
export const ofEach = (what: string): Mutant['kills'] =>
  routes.map(({ operation }) => `${operation}-${what}`) as unknown as Mutant['kills']

/** Requirements that valid credentials meet. */
export const WORKS: Mutant['kills'] = [
  ...['older-token-stays-valid', 'primary-key-works', 'secondary-key-works', 'either-key-opens-every-quote'],
  ...['deactivation-spares-other-clients', 'issued-token-survives-deactivation', 'submit-answers-200'],
  ...['status-code-200', 'bind-answers-202', 'update-code', 'token-lives-3600-seconds'],
] as unknown as Mutant['kills']
