import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Mutant } from '../mutant.ts'

type Webhooks = NonNullable<BehaviourChanges['webhooks']>

/** A mutant that delivers by other rules. */
export const delivering = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  rules: (webhooks: Behaviour['webhooks']) => Webhooks,
  more: Pick<Mutant, 'also' | 'seenIn' | 'options'> = {},
): Mutant => ({ id, says, kills, ...more, change: ({ webhooks }) => ({ webhooks: rules(webhooks) }) })

/** The contents of a request can be seen without its ladder. */
export const EVENTS = { seenIn: ['webhooks/events-of-a-quote'] }

/** A signature that is wrong everywhere is wrong in these places too. */
export const EVERY_SIGNATURE = [
  'signature-of-each-attempt',
  'signing-secret-per-endpoint',
  'signature-covers-non-ascii',
]
