import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { answersPromptly, recoverFromLoad } from '../../vocabulary/driving/recovery.ts'
import { type Load, loadVerdict } from './judge.ts'
import { mayLoad, paceOf } from './pace.ts'

export const PER_SECOND = 20
export const SECONDS = 15

/** A receiver that processes deliveries one by one gets this share of the rate that was measured. */
const SHARE = 0.5
/** Deliveries a second: twice as many as a handful of quotes causes. Fewer show nothing about load. */
const LEAST = 2
/** This many deliveries that wait longer than usual, or are unanswered in a row, are a backlog: then no more are sent. */
const BACKLOG = 5
const WAIT = { leastMs: 2000, factor: 2 }

/** A steady rate, independent of earlier answers, until a backlog grows. */
export const sustained: ReceiverScenario = sendScenario<Load>({
  id: 'load/sustained',
  owes: false,
  exclusive: true,
  title: 'Up to twenty deliveries a second for a quarter of a minute are answered in time',
  async drive(context) {
    await answersPromptly(context)
    await mayLoad(context, LEAST)
    const { seen } = await paceOf(context)
    const borne = seen === undefined ? PER_SECOND : (SHARE * 1000) / Math.max(1, seen.eachMs)
    const perSecond = Math.min(PER_SECOND, borne)
    if (perSecond < LEAST) return { exchanges: [], isEnough: false }
    const exchanges = await atPace(context, perSecond)
    await recoverFromLoad(context)
    return { exchanges, isEnough: true }
  },
  claims: [claim('receiver-bears-sustained-load', (load, { spec }) => loadVerdict(load, spec))],
})

async function atPace(context: ReceiverContext, perSecond: number): Promise<readonly Exchange[]> {
  const { draft, signed, sendAtOnce, now, sleep, opening } = context
  const usual = await opening()
  const waitMs = Math.max(WAIT.leastMs, WAIT.factor * usual.elapsedMs)
  const began = now()
  const all: Promise<Exchange>[] = []
  const waiting = new Set<number>()
  let unanswered = 0
  const isBacklog = () =>
    unanswered >= BACKLOG || [...waiting].filter((since) => now() - since > waitMs).length >= BACKLOG
  for (let count = 0; count < perSecond * SECONDS && !isBacklog(); count += 1) {
    const due = began + (count * 1000) / perSecond
    if (due > now()) await sleep(due - now())
    // The fraction makes the keys of two deliveries in the same millisecond differ.
    const since = now() + count / 1e6
    waiting.add(since)
    const sending = sendAtOnce(signed(draft('quote.created')), { lenient: true }).then((exchange) => {
      waiting.delete(since)
      unanswered = exchange.answer === undefined ? unanswered + 1 : 0
      return exchange
    })
    // `Promise.all` below throws the failure. This only avoids an unhandled rejection.
    sending.catch(() => undefined)
    all.push(sending)
  }
  return Promise.all(all)
}
