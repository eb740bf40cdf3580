import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Mutant } from '../mutant.ts'

type Webhooks = NonNullable<BehaviourChanges['webhooks']>

/** Makes a mutant with other delivery rules. */
export const delivering = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  rules: (webhooks: Behaviour['webhooks']) => Webhooks,
  more: Pick<Mutant, 'options'> = {},
): Mutant => ({ id, says, kills, ...more, change: ({ webhooks }) => ({ webhooks: rules(webhooks) }) })
