import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { answersPromptly, recoverFromLoad } from '../../vocabulary/recovery.ts'
import { type Load, loadVerdict } from './judge.ts'
import { mayLoad, paceOf } from './pace.ts'

export const PER_SECOND = 20
export const SECONDS = 15

/** A receiver that works off one delivery after the other gets half of what it was seen to work off. */
const SHARE = 0.5
/** Deliveries a second: twice what a handful of quotes brings about. Less says nothing about load. */
const LEAST = 2
/** So many deliveries that wait longer than usual, or went unanswered in a row, are a backlog: nothing is added to it. */
const BACKLOG = 5
const WAIT = { leastMs: 2000, factor: 2 }

/** A steady pace, whether or not earlier deliveries have been answered, for as long as no backlog grows. */
export const sustained: ReceiverScenario = scenario<Load>({
  id: 'load/sustained',
  owes: false,
  alone: true,
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
    // A fraction keeps two of the same moment apart.
    const since = now() + count / 1e6
    waiting.add(since)
    const one = sendAtOnce(signed(draft('quote.created')), { lenient: true }).then((exchange) => {
      waiting.delete(since)
      unanswered = exchange.answer === undefined ? unanswered + 1 : 0
      return exchange
    })
    // It is thrown where all are waited for.
    one.catch(() => undefined)
    all.push(one)
  }
  return Promise.all(all)
}
