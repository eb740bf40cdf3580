import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import {
  type Effects,
  eachProcessed,
  stillProcessed,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allOf, finding, isAccepted } from '../../vocabulary/judge/answer.ts'
import { NO_SECRET } from '../../vocabulary/judge/no-secret.ts'
import { refusedOne } from '../../vocabulary/judge/refused.ts'

interface Round {
  readonly id: string
  readonly first: Exchange
  /** Read after the restart and before the repeat: effects that are kept in memory start again at zero. */
  readonly before: Effects
  readonly again: Exchange
  readonly after: Effects
}

/** A forgery before the restart, and the valid delivery of the same event after it. */
interface Poisoned {
  readonly id: string
  readonly forgery: Exchange
  readonly right: Exchange
  readonly after: Effects
}

interface Trace {
  readonly rounds: readonly Round[]
  readonly poisoned: Poisoned
  /** A new event signed with the previous secret; absent where the profile has none. */
  readonly previous?: Exchange
  /** A new event signed with a revoked secret; absent where the profile has none. */
  readonly revoked?: Exchange
  /** A new event with a wrong signature. */
  readonly forged: Exchange
}

/** Retries go on for minutes, and a receiver may be deployed in between. */
export const restarted: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/restart',
  exclusive: true,
  title: 'After a restart, the receiver still knows its events',
  needs: [{ offers: 'restart' }],
  async drive(context) {
    const time = await context.time()
    const poisoned = forgedBefore(context)
    const rounds = [await roundOf(context, 'quote.created', poisoned.forge)]
    // A receiver may store several events at a time, so one restart may come right after a store. A second one is tried too.
    if (time.has('variantsMs')) rounds.push(await roundOf(context, 'policy.created'))
    return {
      rounds,
      poisoned: await poisoned.sendRightly(),
      ...(await bySecrets(context)),
    }
  },
  claims: [
    claim('receiver-processes-once-across-a-restart', ({ rounds }) => all(rounds.map(notAgain))),
    claim('receiver-forgery-poisons-nothing', ({ poisoned }) => notPoisoned(poisoned)),
    claim('receiver-accepts-a-later-attempt', ({ rounds }) =>
      allOf(rounds.map(({ again }) => accepted(again))),
    ),
    claim('receiver-accepts-the-previous-secret', ({ previous }) =>
      previous === undefined ? NO_SECRET.previous : accepted(previous, AFTER),
    ),
    claim('receiver-refuses-the-revoked-secret', ({ revoked, rounds }) =>
      revoked === undefined ? NO_SECRET.revoked : refusedOne(AFTER, revoked, lastOf(rounds)),
    ),
    claim('receiver-refuses-wrong-signature', ({ forged, rounds }) =>
      refusedOne(AFTER, forged, lastOf(rounds)),
    ),
  ],
})

const AFTER = 'after a restart'

/** The valid delivery that a forgery is compared with. */
function lastOf(rounds: readonly Round[]): Exchange {
  const last = rounds.at(-1)
  if (last === undefined) throw new RangeError('no receiver was restarted')
  return last.again
}

/** Sends an event, restarts the receiver, and sends the event again. @param beforehand done right before the restart */
async function roundOf(
  context: ReceiverContext,
  type: EventType,
  beforehand = async (): Promise<unknown> => undefined,
): Promise<Round> {
  const { draft, signed, send, restart, takenIds, timestamp } = context
  const event = draft(type)
  const ids = [event.id]
  const first = await send(signed(event))
  await watchEffects(context, isAccepted(first) ? ids : [], ids)
  await beforehand()
  const taken = await takenIds()
  taken.leaveOut(event.id)
  await restart()
  const before = await effectsOnceUp(context, ids)
  const again = await send(signed({ ...event, timestamp: timestamp() }))
  return { id: event.id, first, before, again, after: await watchEffects(context, [], ids) }
}

/**
 * Reads the effects until two readings in a row agree. The old program may still answer when its command has ended, and the new one not
 * yet.
 */
async function effectsOnceUp(context: ReceiverContext, ids: readonly string[]): Promise<Effects> {
  const run = await context.time()
  let before: Effects | undefined
  for (let tries = 1; ; tries += 1) {
    const seen = await watchEffects(context, [], ids)
    const isSure = 'absent' in seen ? seen.absent === 'profile' : isSame(seen, before)
    if (isSure || tries === MOST_TRIES || run.left('effectsMs') === 0) return seen
    before = seen
    await context.sleep(BETWEEN_TRIES_MS)
  }
}

const isSame = (one: Effects, other: Effects | undefined): boolean =>
  other !== undefined &&
  'times' in one &&
  'times' in other &&
  Object.entries(one.times).every(([id, times]) => other.times[id] === times)

const MOST_TRIES = 20
const BETWEEN_TRIES_MS = 500

/** Sends a forgery of an event first. A receiver that remembers refused ids would take the valid delivery for a repeat. */
function forgedBefore(context: ReceiverContext) {
  const { draft, changed, signed, signature, send, timestamp } = context
  const event = draft('quote.proposalReady')
  let forgery: Exchange | undefined
  return {
    async forge(): Promise<void> {
      forgery = await send(changed(event, { signature: signature({ ...event, body: `${event.body} ` }) }))
    },
    async sendRightly(): Promise<Poisoned> {
      if (forgery === undefined) throw new RangeError('nothing was forged before the restart')
      const ids = [event.id]
      const right = await send(signed({ ...event, timestamp: timestamp() }))
      const after = await watchEffects(context, isAccepted(right) ? ids : [], ids)
      return { id: event.id, forgery, right, after }
    },
  }
}

/** Sends deliveries after the restart with each kind of secret, because the receiver has read its configuration again. */
async function bySecrets({
  draft,
  changed,
  signed,
  signature,
  send,
  facts,
}: ReceiverContext): Promise<Pick<Trace, 'previous' | 'revoked' | 'forged'>> {
  const strange = draft('quote.created')
  const wrong = signature({ ...strange, body: `${strange.body} ` })
  const revoked = draft('quote.created')
  // Forgeries come last, because a receiver may treat a sender of forgeries as it likes.
  const previous = facts.secrets.has('previous') && {
    previous: await send(signed(draft('quote.created'), { secret: 'previous' })),
  }
  const withdrawn = facts.secrets.has('revoked') && {
    revoked: await send(changed(revoked, { signature: signature(revoked, 'revoked') })),
  }
  return { ...previous, ...withdrawn, forged: await send(changed(strange, { signature: wrong })) }
}

function notAgain({ id, first, before, again, after }: Round): Verdict {
  if (!isAccepted(first)) return cutOff('the event was not accepted before the restart')
  // Then nobody knows which effects outlived the restart.
  if ('absent' in before && before.absent === 'target') return cutOff(before.why)
  return eachProcessed(after, [{ id, exchanges: [first, again] }], (times) => {
    const known = 'times' in before ? (before.times[id] ?? 0) : 0
    return times <= known
      ? passed()
      : failed(finding(again, 'the repeat is not processed', `${id} was processed again`, 'effects'))
  })
}

function notPoisoned({ id, forgery, right, after }: Poisoned): Verdict {
  if (isAccepted(forgery)) return cannotTell('the forgery was not refused')
  const taken = accepted(right, AFTER)
  if (taken.kind !== 'passed') return taken
  return stillProcessed([{ id, exchanges: [forgery, right] }], after)
}
