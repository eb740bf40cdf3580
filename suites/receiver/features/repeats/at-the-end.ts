import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { answersPromptly } from '../../vocabulary/driving/recovery.ts'
import { driveEach, eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { allAccepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Item } from '../../vocabulary/pace/item.ts'
import { repeatsApart, sentForLate } from './late.ts'

interface Early extends Item {
  readonly draft: Draft
  readonly first: Exchange
  /** The time of its answer, in milliseconds of the run. */
  readonly endedAt: number
}

interface Trace {
  readonly early: readonly { readonly id: string; readonly first: Exchange; readonly again: Exchange }[]
  readonly effects: Effects
}

const EARLY = 'events that come again at the end'

/**
 * Longer than the longest delay between two attempts, in milliseconds. A receiver must remember an event at least this long.
 */
const apartMs = ({ delivery }: Spec): number =>
  Math.max(...delivery.attempts.map(({ delayMs }) => delayMs)) + 2000

/** Sends an event of each type; `sentAgain` repeats them near the end of the run, and `knownToTheEnd` others. */
export const sentEarly: ReceiverScenario = sendScenario<readonly Exchange[]>({
  id: 'repeats/sent-early',
  title: 'Events for a repeat at the end of the run are accepted',
  async drive(context) {
    const kept = await sentForLate(context)
    return [...kept, ...(await earlyOnes(context))].map(({ first }) => first)
  },
  claims: [claim('receiver-accepts-a-later-attempt', (exchanges) => allAccepted(exchanges))],
})

/**
 * A retry schedule lasts five minutes. Most of a run lies between these two scenarios, and at least the longest delay of the
 * retry schedule.
 */
export const sentAgain: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/at-the-end',
  exclusive: true,
  title: 'At the end of the run, the receiver still knows its events',
  async drive(context) {
    const { signed, send, timestamp, spec, now, sleep } = context
    await answersPromptly(context)
    const ones = await earlyOnes(context)
    const since = Math.max(...ones.map(({ endedAt }) => endedAt))
    const run = await context.time()
    const leftMs = since + apartMs(spec) - now()
    if (leftMs > 0 && run.has('variantsMs')) await sleep(leftMs)
    else if (leftMs > 0) run.leaveOut('a repeat after the longest delay between two attempts', 1)
    const early = await driveEach(
      context,
      EARLY,
      ones.map((one) => ({ ...one, atEnd: true })),
      async ({ draft, first }) => ({
        ...{ id: draft.id, first },
        again: await send(signed({ ...draft, timestamp: timestamp() })),
      }),
      ({ again }) => isAccepted(again),
    )
    const apart = await repeatsApart(context)
    for (const { first, again } of early)
      apart.longestMs = Math.max(apart.longestMs, again.startedAt - first.startedAt)
    const ids = early.filter(({ first }) => isAccepted(first)).map(({ id }) => id)
    return { early, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-processes-once', ({ early, effects }) => {
      const taken = early.filter(({ first }) => isAccepted(first))
      if (taken.length === 0) return cutOff('none of them was accepted')
      return eachProcessed(
        effects,
        taken.map(({ id, first, again }) => ({ id, exchanges: [first, again] })),
        processedOnce,
      )
    }),
    claim('receiver-accepts-a-later-attempt', ({ early }) => allAccepted(early.map(({ again }) => again))),
  ],
})

function earlyOnes(context: ReceiverContext): Promise<readonly Early[]> {
  const { once, spec, draft, signed, send, now } = context
  return once(EARLY, async () => {
    const deliver = async ({ type }: Item & { readonly type: EventType }) => {
      const one = draft(type)
      return { draft: one, first: await send(signed(one)), endedAt: now() }
    }
    const types: readonly (Item & { readonly type: EventType })[] = eventTypesOf(spec)
    return driveEach(context, EARLY, types, deliver, ({ first }) => isAccepted(first))
  })
}
