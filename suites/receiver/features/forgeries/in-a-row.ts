import type { Exchange } from '../../../../conformance/exchange.ts'
import { askedWait } from '../../../../conformance/retry-after.ts'
import { cannotTell, failed, passed, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { answerFinding, isAccepted } from '../../vocabulary/judge/answer.ts'

/** Deliveries in a row: forgeries and then a right one, or right ones only. */
export interface ForgeryRow {
  /** How many wrong signatures came first; 0 for right ones only. */
  readonly forged: number
  /** The right ones. One without an answer is the last. */
  readonly right: readonly Exchange[]
}

/** More wrong signatures than usual limits allow. */
const FORGED = 20
/** More than a row with forgeries has: whoever takes these limits no rate that the forgeries reached. */
const RIGHT = 2 * FORGED + 1

/**
 * Rows by whether they have forgeries, each sent once the receiver takes deliveries again. It may have counted others before the first
 * one. So those behind a row that was put off decide.
 */
const ROWS = [true, false, true, true, false]

/** How long the receiver may take to accept deliveries again, in milliseconds, where it asks for no wait, and where it asks for one. */
const BACK_MS = { unasked: 10_000, asked: 90_000 }
const STEP_MS = 1000
/** Answers that may mean that nothing more is let in. */
const SHUT: ReadonlySet<number | undefined> = new Set([429, 503, undefined])

const NOT_SENT =
  'forgeries in a row were left out: the receiver does not answer them, or the time of the run was up'
const BLOCKED =
  'a right delivery behind forgeries had no answer: a firewall may block the address from which the suite sends'

/** Wrong signatures may come from anybody, so they must not keep the platform out. */
export const forgeriesInARow: ReceiverScenario = sendScenario<readonly ForgeryRow[]>({
  id: 'forgeries/in-a-row',
  owes: false,
  exclusive: true,
  title: 'Many forgeries in a row keep no right delivery out',
  async drive(context) {
    const { time, rate, isSilent } = context
    const [run, { limit }] = [await time(), await rate()]
    if (await isSilent()) throw new LeftOut(NOT_SENT)
    if (limit === undefined && !run.has('variantsMs'))
      throw new LeftOut(`forgeries in a row were left out, since ${await slownessOf(context)}`)
    const rows: ForgeryRow[] = []
    for (const isForged of ROWS) {
      const row = await rowOf(context, isForged).catch(unlessUnable)
      if (row === undefined) break
      rows.push(row)
      if (isTaken(row) === isForged || !isAnswered(row)) break
      if (!isForged) continue
      const last = await untilBack(context).catch(unlessUnable)
      if (last !== undefined && isAccepted(last)) continue
      if (last !== undefined) rows.push({ forged: 0, right: [last] })
      break
    }
    return rows
  },
  claims: [claim('receiver-forgeries-keep-none-out', keptOut)],
})

/** Sends leniently: a block behind forgeries may be one of the suite's address, so it is no outage. */
async function rowOf(context: ReceiverContext, isForged: boolean): Promise<ForgeryRow> {
  const { sendAtOnce, changed, draft } = context
  const right: Exchange[] = []
  const statuses: (number | undefined)[] = []
  // Such an answer behind others may hold for a moment only. So a right delivery follows at once.
  const isShut = () => SHUT.has(statuses.at(-1)) && statuses.at(-1) !== statuses[0]
  while (isForged && statuses.length < FORGED && !isShut()) {
    const forgery = changed(draft('quote.created'), { signature: '0'.repeat(64) })
    const { answer, failure } = await sendAtOnce(forgery, { lenient: true })
    if (failure?.kind === 'timeout') throw new LeftOut(NOT_SENT)
    statuses.push(answer?.status)
  }
  const count = isForged ? 1 : RIGHT
  const row = { forged: statuses.length, right }
  while (right.length < count && isAnswered(row)) right.push(await sendRight(context))
  return row
}

const sendRight = ({ sendAtOnce, signed, draft }: ReceiverContext) =>
  sendAtOnce(signed(draft('quote.created')), { lenient: true })

/** Waits until the receiver accepts a delivery, and returns the last one. It gives up where a delivery has no answer. */
async function untilBack(context: ReceiverContext): Promise<Exchange> {
  const { now, sleep, time } = context
  const [run, began] = [await time(), now()]
  for (;;) {
    const one = await sendRight(context)
    if (one.answer === undefined || isAccepted(one)) return one
    const asked = askedWait(one.answer, now())
    const waitMs = Math.max(asked ?? 0, STEP_MS)
    if (now() + waitMs - began > (asked === undefined ? BACK_MS.unasked : BACK_MS.asked)) return one
    run.noteWait(waitMs)
    await sleep(waitMs)
  }
}

const isTaken = ({ right }: ForgeryRow) => right.every(isAccepted)
const isAnswered = ({ right }: ForgeryRow) => right.every(({ answer }) => answer !== undefined)

function keptOut(rows: readonly ForgeryRow[]): Verdict {
  const last = rows.at(-1)
  if (last === undefined) return cannotTell(NOT_SENT)
  if (!isAnswered(last)) return cannotTell(BLOCKED)
  if (last.forged > 0 && isTaken(last))
    return last.forged === FORGED
      ? passed()
      : cannotTell(`only ${last.forged} of ${FORGED} forgeries were sent in a row, since the answer changed`)
  if (rows.length < ROWS.length || !isTaken(last))
    return cannotTell('right deliveries were put off without forgeries too, or for a long time')
  const behind = rows.flatMap(({ forged, right }) => (forged > 0 ? right : []))
  return failed(
    ...behind.map((one) => answerFinding(one, 'a 2xx answer', 'behind many forgeries from the same address')),
  )
}
