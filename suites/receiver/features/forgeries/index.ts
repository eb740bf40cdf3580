import { claim, type ReceiverDefinition, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Effects, watchEffects } from '../../vocabulary/judge/processed.ts'
import type { Forgery } from './forgery.ts'
import { calmlyRefused, noForgeryProcessed, poisonsNothing, refused, waysOfRefusing } from './judge.ts'
import { partForgeries } from './parts.ts'
import { recipeForgeries, revokedForgeries } from './recipes.ts'
import { shapedForgeries, signatureForgeries } from './signatures.ts'
import { forgedOnly, type Trial, tryEach } from './trial.ts'

interface Trace {
  readonly trials: readonly Trial[]
  readonly effects: Effects
}

/** Forgeries of one family with their counterparts, and what of both was processed. */
function family(
  definition: Pick<ReceiverDefinition<Trace>, 'id' | 'title' | 'needs'>,
  members: readonly Forgery[],
): ReceiverScenario {
  const requirements = [...new Set(members.map(({ requirement }) => requirement))]
  return scenario<Trace>({
    ...definition,
    async drive(context) {
      const trials = await tryEach(context, definition.id, members)
      const awaited = trials.filter(({ counterpart }) => isAccepted(counterpart)).map(({ id }) => id)
      const never = forgedOnly(trials).map(({ id }) => id)
      return { trials, effects: await watchEffects(context, awaited, [...awaited, ...never]) }
    },
    claims: [
      ...requirements.map((requirement) =>
        claim<Trace>(requirement, ({ trials }) =>
          refused(trials.filter((trial) => trial.requirement === requirement)),
        ),
      ),
      claim('receiver-refuses-without-crashing', ({ trials }) => calmlyRefused(trials)),
      claim('receiver-forgery-poisons-nothing', ({ trials, effects }) => poisonsNothing(trials, effects)),
      claim('receiver-processes-no-forgery', ({ trials, effects }) => noForgeryProcessed(trials, effects)),
      claim('receiver-observe-refusals', ({ trials }) => waysOfRefusing(trials)),
    ],
  })
}

export const forgeryScenarios: readonly ReceiverScenario[] = [
  family({ id: 'forgeries/signatures', title: 'Signatures that are wrong in themselves are refused' }, [
    ...signatureForgeries,
    ...shapedForgeries,
  ]),
  family({ id: 'forgeries/parts', title: 'A part that was changed after signing is noticed' }, partForgeries),
  family(
    { id: 'forgeries/recipes', title: 'Signatures that were made in another way are refused' },
    recipeForgeries,
  ),
  family(
    {
      id: 'forgeries/revoked',
      title: 'A secret whose grace period is over is worth nothing',
      needs: [{ secret: 'revoked' }],
    },
    revokedForgeries,
  ),
]
