import { cannotTell, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import {
  claim,
  type ReceiverContext,
  type ReceiverDefinition,
  type ReceiverScenario,
  sendScenario,
} from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { deliverOne } from '../../vocabulary/driving/send.ts'
import {
  type Delivered,
  type Effects,
  eachProcessed,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { NO_SECRET } from '../../vocabulary/judge/no-secret.ts'
import { FAULTS } from './faults.ts'
import type { Forgery } from './forgery.ts'
import {
  calmlyRefused,
  noForgeryProcessed,
  noneLost,
  poisonsNothing,
  refused,
  type Separation,
  staysUp,
  waysOfRefusing,
} from './judge.ts'
import { partForgeries } from './parts.ts'
import { readForgeries } from './readings.ts'
import { previousForgeries, recipeForgeries, revokedForgeries } from './recipes.ts'
import type { Separated } from './separate.ts'
import { shapedForgeries, signatureForgeries } from './signatures.ts'
import { forgedOnly, otherEvent, owedOf, separateEach, type Trial, tryEach } from './trial.ts'
import { inTellingWays, tooSlow, tryWays, WAY_REQUIREMENTS } from './ways.ts'

interface Trace {
  readonly trials: readonly Trial[]
  /** True where the profile has no revoked secret to forge with. */
  readonly lacksRevoked?: true
  /** A later attempt of an event that was processed before all forgeries; absent where the run had no time for it. */
  readonly again?: Delivered
  readonly effects: Effects
  /** Absent where no event was lost. */
  readonly separation?: Separation
}

/** Sends an accepted event again: refused forgeries must not make a receiver forget it. */
const sendAgain = (context: ReceiverContext, known: Draft) =>
  deliverOne(context, () => context.signed({ ...known, timestamp: context.timestamp() }))

type Definition = Pick<ReceiverDefinition<Trace>, 'id' | 'title' | 'needs'>

/** Forgeries of one family with their counterparts, and which events of both were processed. */
function family(definition: Definition, members: readonly Forgery[]): ReceiverScenario {
  return ofTrials(definition, {
    requirements: [...new Set(members.map(({ requirement }) => requirement))],
    async tryAll(context) {
      const trials = await tryEach(context, definition.id, members)
      // Without any trial that must be driven, a family that only strengthens others may be left out.
      if (trials.length === 0 && members.every(({ variant }) => variant === true))
        throw await tooSlow(context)
      return trials
    },
    refused,
    calmly: calmlyRefused,
    separate: (context, lost) => separateEach(context, members, lost),
    more: members.every(({ isOpen }) => isOpen === true)
      ? []
      : [
          claim('receiver-forgery-poisons-nothing', ({ trials, effects, separation }) =>
            poisonsNothing(trials, effects, separation),
          ),
          claim('receiver-processes-each-event', ({ trials, effects, separation }) =>
            noneLost(trials, effects, separation),
          ),
        ],
  })
}

interface Trying {
  /** The requirements that say that the forgeries must be refused. */
  readonly requirements: readonly string[]
  tryAll(context: ReceiverContext): Promise<readonly Trial[]>
  refused(trials: readonly Trial[]): Verdict
  calmly(trials: readonly Trial[]): Verdict
  /** Sends trials again by themselves whose event was lost; absent where a loss is not judged. */
  separate?(context: ReceiverContext, lost: readonly Trial[]): Promise<readonly Separated[]>
  readonly more?: ReceiverDefinition<Trace>['claims']
}

function ofTrials(
  definition: Definition,
  { requirements, tryAll, refused, calmly, separate, more = [] }: Trying,
): ReceiverScenario {
  return sendScenario<Trace>({
    ...definition,
    async drive(context) {
      const known = await otherEvent(context)
      const trials = await tryAll(context)
      // Where the time of the run is up, the trials so far are enough.
      const repeat = await sendAgain(context, known).catch(unlessUnable)
      const again = repeat && { again: { id: known.id, exchanges: [repeat] } }
      const owed = owedOf(trials)
      const never = forgedOnly(trials).map(({ id }) => id)
      const lacks = context.facts.secrets.has('revoked') ? {} : { lacksRevoked: true as const }
      const effects = await watchEffects(context, owed, [...owed, ...never, known.id])
      const separation = separate && (await separationOf(context, trials, effects, separate))
      return { trials, ...lacks, ...again, effects, ...(separation && { separation }) }
    },
    claims: [
      ...requirements.map((requirement) =>
        claim<Trace>(requirement, ({ trials, lacksRevoked }) =>
          lacksRevoked && requirement === FAULTS.revoked.requirement
            ? NO_SECRET.revoked
            : refused(trials.filter((trial) => trial.requirement === requirement)),
        ),
      ),
      claim('receiver-refuses-without-crashing', ({ trials }) => calmly(trials)),
      claim('receiver-stays-up', ({ trials }) => staysUp(trials)),
      ...more,
      claim('receiver-processes-once', ({ again, effects }) =>
        again?.exchanges.some(isAccepted)
          ? eachProcessed(effects, [again], processedOnce)
          : cannotTell('an event that was taken before was not taken again'),
      ),
      claim('receiver-processes-no-forgery', ({ trials, effects }) => noForgeryProcessed(trials, effects)),
      claim('receiver-observe-refusals', ({ trials }) => waysOfRefusing(trials)),
    ],
  })
}

/** More would say the same. */
const SEPARATED = 2

/** Sends some trials again whose event was accepted and lost. */
async function separationOf(
  context: ReceiverContext,
  trials: readonly Trial[],
  effects: Effects,
  separate: NonNullable<Trying['separate']>,
): Promise<Separation | undefined> {
  const ids = new Set(owedOf(trials))
  const lost = trials.filter(({ id }) => ids.has(id) && 'times' in effects && effects.times[id] === 0)
  if (lost.length === 0) return undefined
  const separated = await separate(context, lost.slice(0, SEPARATED)).catch(unlessUnable)
  if (separated === undefined) return undefined
  const all = separated.flatMap(({ forged, unforged }) => [forged, unforged])
  const taken = all.filter(({ exchanges }) => exchanges.every(isAccepted)).map(({ id }) => id)
  const seen = await watchEffects(
    context,
    taken,
    all.map(({ id }) => id),
  )
  return { separated, effects: seen }
}

export const forgeryScenarios: readonly ReceiverScenario[] = [
  family({ id: 'forgeries/signatures', title: 'Signatures that are wrong in themselves are refused' }, [
    ...signatureForgeries,
    ...shapedForgeries,
  ]),
  family({ id: 'forgeries/parts', title: 'A part that was changed after signing is noticed' }, partForgeries),
  family(
    { id: 'forgeries/readings', title: 'A body that reads like the right one is refused' },
    readForgeries,
  ),
  family(
    { id: 'forgeries/recipes', title: 'Signatures that were made in another way are refused' },
    recipeForgeries,
  ),
  family(
    {
      id: 'forgeries/previous',
      title: 'Signatures that were made in another way with the previous secret are refused',
      needs: [{ secret: 'previous' }],
    },
    previousForgeries,
  ),
  family(
    {
      id: 'forgeries/revoked',
      title: 'A secret is refused after its grace period',
      needs: [{ secret: 'revoked' }],
    },
    revokedForgeries,
  ),
]

/** Forgeries that only strengthen those above, sent in many ways. */
export const forgeriesInWays: ReceiverScenario = ofTrials(
  { id: 'forgeries/ways', title: 'Forgeries are refused, however they are sent' },
  {
    requirements: WAY_REQUIREMENTS,
    tryAll: tryWays,
    // Most counterparts sent in unusual ways need not be accepted, so the poisoning of events is not judged here.
    refused: inTellingWays(refused),
    calmly: inTellingWays(calmlyRefused),
  },
)
