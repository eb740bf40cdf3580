import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allOf, finding, isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Effects, eachProcessed, watchEffects } from '../../vocabulary/judge/processed.ts'
import { refusedOne } from '../forgeries/judge.ts'

interface Round {
  readonly id: string
  readonly first: Exchange
  /** After the restart and before the repeat: effects that are kept in memory begin at zero again. */
  readonly before: Effects
  readonly again: Exchange
  readonly after: Effects
}

interface Trace {
  readonly rounds: readonly Round[]
  /** A new event signed with the previous secret; absent where there is none. */
  readonly previous?: Exchange
  /** One signed with a revoked secret; absent where there is none. */
  readonly revoked?: Exchange
  /** One with a signature that is none. */
  readonly forged: Exchange
}

/** Retries go on for minutes, and receivers are deployed in between. */
export const restarted: ReceiverScenario = scenario<Trace>({
  id: 'repeats/restart',
  alone: true,
  title: 'A restart makes no receiver forget an event',
  needs: [{ offers: 'restart' }],
  async drive(context) {
    const time = await context.time()
    const rounds = [await roundOf(context, 'quote.created')]
    // Events may be written down several at a time, and that may happen right before one restart.
    if (time.has('variantsMs')) rounds.push(await roundOf(context, 'policy.created'))
    return { rounds, ...(await bySecrets(context)) }
  },
  claims: [
    claim('receiver-processes-once-across-a-restart', ({ rounds }) => all(rounds.map(notAgain))),
    claim('receiver-accepts-a-later-attempt', ({ rounds }) =>
      allOf(rounds.map(({ again }) => accepted(again))),
    ),
    claim('receiver-accepts-the-previous-secret', ({ previous }) =>
      previous === undefined
        ? cannotTell('no previous secret in the profile', 'receiver.previous_signing_secret')
        : accepted(previous, AFTER),
    ),
    claim('receiver-refuses-the-revoked-secret', ({ revoked, rounds }) =>
      revoked === undefined
        ? cannotTell('no secret in the profile that was revoked', 'receiver.revoked_signing_secret')
        : refusedOne(AFTER, revoked, lastOf(rounds)),
    ),
    claim('receiver-refuses-wrong-signature', ({ forged, rounds }) =>
      refusedOne(AFTER, forged, lastOf(rounds)),
    ),
  ],
})

const AFTER = 'after a restart'

/** The right delivery that a forgery is held against. */
function lastOf(rounds: readonly Round[]): Exchange {
  const last = rounds.at(-1)
  if (last === undefined) throw new RangeError('no receiver was restarted')
  return last.again
}

/** An event, a restart, and the event again. */
async function roundOf(context: ReceiverContext, type: EventType): Promise<Round> {
  const { draft, signed, send, restart, timestamp } = context
  const event = draft(type)
  const ids = [event.id]
  const first = await send(signed(event))
  await watchEffects(context, isAccepted(first) ? ids : [], ids)
  await restart()
  const before = await watchEffects(context, [], ids)
  const again = await send(signed({ ...event, timestamp: timestamp() }))
  return { id: event.id, first, before, again, after: await watchEffects(context, [], ids) }
}

/** Deliveries after the restart with each kind of secret: the configuration is read anew by then. */
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
  // Forgeries come last: what a receiver does with those who forge is its own affair.
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
  return eachProcessed(after, [{ id, exchanges: [first, again] }], (times) => {
    const known = 'times' in before ? (before.times[id] ?? 0) : 0
    return times <= known
      ? passed()
      : failed(finding(again, 'the repeat is not processed', `${id} was processed again`, 'effects'))
  })
}
