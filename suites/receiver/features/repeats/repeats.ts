import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { acceptedIds, driveEach, takenEvents } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { refusedAsKnown } from '../../vocabulary/judge/refused.ts'
import { type ChainStepKind, chainsOf, driveChain, type Taken } from './chains.ts'

interface Trace {
  readonly taken: readonly Taken[]
  readonly effects: Effects
}

/** Repeats as they are caused by a platform's retries, one after the other (6.endpoint, R24). */
export const repeats: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/one-after-the-other',
  title: 'Repeats are answered like the first time and processed once',
  async drive(context) {
    const chains = await driveEach(
      context,
      'chains of repeats',
      chainsOf(context),
      (chain) => driveChain(context, chain),
      (taken) => rightOnes(taken).every(({ exchange }) => isAccepted(exchange)),
    )
    const taken = chains.flat()
    const ids = acceptedIds(rightOnes(taken))
    return { taken, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-accepts-a-repeat', ({ taken }) => allAccepted(taken, 'repeat')),
    claim('receiver-accepts-a-later-attempt', ({ taken }) => allAccepted(taken, 'later')),
    claim('receiver-refuses-forgery-of-a-known-id', ({ taken }) => forgeriesRefused(taken)),
    claim('receiver-processes-once', ({ taken, effects }) =>
      eachProcessed(effects, acceptedOnes(taken), processedOnce),
    ),
    claim('receiver-processes-each-event', ({ taken, effects }) =>
      eachProcessed(effects, acceptedOnes(taken), processedAtAll),
    ),
  ],
})

const rightOnes = (taken: readonly Taken[]) =>
  taken.filter(({ kind }) => kind !== 'forged' && kind !== 'other')

const allAccepted = (taken: readonly Taken[], wanted: ChainStepKind) =>
  allOf(taken.filter(({ kind }) => kind === wanted).map(({ name, exchange }) => accepted(exchange, name)))

const forgeriesRefused = (taken: readonly Taken[]) =>
  allOf(
    taken
      .filter(({ kind }) => kind === 'forged')
      .flatMap(({ name, id, exchange, ofUnknown }) => {
        const counterpart = rightOnes(taken).findLast((one) => one.id === id)
        return counterpart === undefined
          ? []
          : [refusedAsKnown(name, { forged: exchange, ofUnknown }, counterpart.exchange)]
      }),
  )

/** Includes all right deliveries under an id, even with another body: the Event-ID identifies an event. */
const acceptedOnes = (taken: readonly Taken[]) => takenEvents(taken.filter(({ kind }) => kind !== 'forged'))
