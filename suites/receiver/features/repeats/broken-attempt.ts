import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Framing } from '../../../../conformance/ports/receiver.ts'
import { all, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { driveEach } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Item } from '../../vocabulary/pace/item.ts'

interface Round {
  readonly framing: Framing
  readonly id: string
  readonly broken: Exchange
  readonly whole: Exchange
  /** Where that was refused: the second attempt of another event, whose first attempt was whole. It shows whether the break matters. */
  readonly unbroken?: Exchange
}

interface Trace {
  readonly rounds: readonly Round[]
  readonly effects: Effects
}

/** The connection breaks in the middle of the body, or between request and answer. */
const BREAKS: readonly (Item & { readonly framing: Framing })[] = [
  { framing: 'broken-off' },
  { framing: 'hung-up' },
]

/** Failure first, then success: the connection of one attempt breaks, and the next attempt of the retry schedule follows (8.retry). */
export const brokenAttempt: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/broken-attempt',
  title: 'After a broken attempt, the next one is accepted',
  async drive(context) {
    const { draft, signed, send, sleep, timestamp, spec } = context
    const attempts = async ({ framing }: (typeof BREAKS)[number]): Promise<Round> => {
      const event = draft('quote.created')
      const broken = await send(signed(event, { framing }))
      await sleep(spec.delivery.attempts.find(({ number }) => number === 2)?.delayMs ?? 0)
      const whole = await send(signed({ ...event, timestamp: timestamp() }))
      const round = { framing, id: event.id, broken, whole }
      if (isAccepted(whole)) return round
      const other = draft('quote.created')
      await send(signed(other))
      return { ...round, unbroken: await send(signed({ ...other, timestamp: timestamp() })) }
    }
    const rounds = await driveEach(context, 'attempts that broke off', BREAKS, attempts, ({ whole }) =>
      isAccepted(whole),
    )
    const ids = rounds.map(({ id }) => id)
    const awaited = rounds.filter(({ whole }) => isAccepted(whole)).map(({ id }) => id)
    return { rounds, effects: await watchEffects(context, awaited, ids) }
  },
  claims: [
    claim('receiver-accepts-after-a-broken-attempt', ({ rounds }) => allOf(rounds.map(afterwards))),
    claim('receiver-processes-each-event', ({ rounds, effects }) =>
      eachProcessed(
        effects,
        rounds.map(({ id, whole }) => ({ id, exchanges: [whole] })),
        (...seen) => all([processedAtAll(...seen), processedOnce(seen[0], seen[1])]),
      ),
    ),
  ],
})

/** A very fast receiver may have answered before the sender closed the connection. */
function afterwards({ framing, broken, whole, unbroken }: Round): Verdict {
  if (unbroken !== undefined && !isAccepted(unbroken))
    return cutOff('a second attempt is refused after a whole one, too')
  const verdict = accepted(whole, `after an attempt that was ${framing}`)
  return verdict.kind === 'passed' && framing === 'hung-up' && isAccepted(broken)
    ? passed('it answered before the sender had left')
    : verdict
}
