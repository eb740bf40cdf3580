import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, observed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { answersPromptly } from '../../vocabulary/driving/recovery.ts'
import { eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { allAccepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import { longestMs } from '../../vocabulary/pace/retries.ts'

interface Late {
  readonly id: string
  readonly first: Exchange
  readonly again: Exchange
}

interface Trace {
  /** Events that came again as late as the profile says. */
  readonly late: readonly Late[]
  /** The longest time between an event and its repeat in this run, in milliseconds. */
  readonly apartMs: number
  readonly effects: Effects
}

/** A repeat comes this much before the last attempt that a platform may make: a memory that ends with that one is long enough. */
const EARLIER_MS = 500
/** Time at the end of a run for these deliveries, their effects, and what follows. */
const GRANTED_MS = 60_000

/** How long after their first delivery events came again. */
export const repeatsApart = ({ once }: Pick<ReceiverContext, 'once'>) =>
  once('time between an event and its repeat', async () => ({ longestMs: 0 }))

/** Sends events that `knownToTheEnd` repeats. No repeat comes in between: some memories begin anew with each of them. */
export function sentForLate(
  context: ReceiverContext,
): Promise<readonly { readonly draft: Draft; readonly first: Exchange }[]> {
  const { facts, once, spec, draft, signed, send } = context
  return once('events that come again as late as retries do', async () => {
    if (facts.repeatsMs === undefined || !facts.effects) return []
    const sent = []
    for (const { type } of eventTypesOf(spec)) {
      const one = draft(type)
      sent.push({ draft: one, first: await send(signed(one)) })
    }
    return sent
  })
}

/** Retries of one event may go on for five minutes (8.retry). The rest of the run takes place meanwhile. */
export const knownToTheEnd: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/late',
  exclusive: true,
  title: 'An event is known as long as its retries may last',
  async drive(context) {
    const { facts, signed, send, sleep, now, timestamp, spec } = context
    const [sent, apart, run] = [await sentForLate(context), await repeatsApart(context), await context.time()]
    const late: Late[] = []
    if (sent.length > 0) {
      await answersPromptly(context)
      run.grant(GRANTED_MS)
    }
    for (const { draft, first } of sent) {
      const due = first.startedAt + Math.min(facts.repeatsMs ?? 0, longestMs(spec)) - EARLIER_MS
      if (due > now()) await sleep(due - now(), 'the moment of the last retry')
      run.grant(GRANTED_MS)
      const again = await send(signed({ ...draft, timestamp: timestamp() }))
      apart.longestMs = Math.max(apart.longestMs, again.startedAt - first.startedAt)
      late.push({ id: draft.id, first, again })
    }
    const ids = takenOf(late).map(({ id }) => id)
    return { late, apartMs: apart.longestMs, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-processes-once-to-the-last-retry', known),
    claim('receiver-processes-once', ({ late, effects, apartMs }) =>
      late.length === 0 ? observed(triedUntil(apartMs)) : onceEach(late, effects),
    ),
    claim('receiver-accepts-a-later-attempt', ({ late }) =>
      late.length === 0 ? observed(NONE) : allAccepted(late.map(({ again }) => again)),
    ),
  ],
})

const NONE = 'no event was kept for the end of the run'
const takenOf = (late: readonly Late[]) => late.filter(({ first }) => isAccepted(first))
const triedUntil = (ms: number) =>
  `a repeat was tried until ${Math.round(ms / 1000)} s after the first delivery`

function known({ late, apartMs, effects }: Trace, { spec }: { readonly spec: Spec }): Verdict {
  const endMs = longestMs(spec)
  const verdict = late.length === 0 ? undefined : onceEach(late, effects)
  if (verdict !== undefined && (verdict.kind !== 'passed' || apartMs >= endMs - 2 * EARLIER_MS))
    return verdict
  if ('absent' in effects && effects.absent === 'profile') return cannotTell(effects.why, 'receiver.effects')
  return cannotTell(
    `${triedUntil(apartMs)}; the retries of one event may last ${endMs / 1000} s`,
    'timing.repeats',
  )
}

function onceEach(late: readonly Late[], effects: Effects): Verdict {
  const taken = takenOf(late)
  if (taken.length === 0) return cutOff('none of them was accepted')
  return eachProcessed(
    effects,
    taken.map(({ id, first, again }) => ({ id, exchanges: [first, again] })),
    processedOnce,
  )
}
