import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Mutant } from '../mutant.ts'

type Webhooks = NonNullable<BehaviourChanges['webhooks']>

/** Makes a mutant with other delivery rules. */
export const delivering = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  rules: (webhooks: Behaviour['webhooks']) => Webhooks,
  more: Pick<Mutant, 'also' | 'seenIn' | 'options'> = {},
): Mutant => ({ id, says, kills, ...more, change: ({ webhooks }) => ({ webhooks: rules(webhooks) }) })

/** The scenario that shows the contents of requests without a retry schedule. */
export const EVENTS = { seenIn: ['webhooks/events-of-a-quote'] }

/** Requirements that also fail where every signature is wrong. */
export const EVERY_SIGNATURE = [
  'signature-of-each-attempt',
  'signing-secret-per-endpoint',
  'signature-covers-non-ascii',
]
