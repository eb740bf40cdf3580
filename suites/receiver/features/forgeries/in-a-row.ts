import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, failed, passed, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { answerFinding, isAccepted } from '../../vocabulary/judge/answer.ts'

/** Deliveries in a row: forgeries and then a right one, or right ones only. */
export interface ForgeryRow {
  readonly isForged: boolean
  /** The right ones. */
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

/** How long the receiver may take to accept deliveries again, in seconds, where it asks for no wait. */
const BACK_S = 10

const NOT_SENT =
  'forgeries in a row were left out: the receiver does not answer them, or the time of the run was up'

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
      if (isTaken(row) === isForged) break
      if (isForged && !(await isBack(context).catch(unlessUnable))) break
    }
    return rows
  },
  claims: [claim('receiver-forgeries-keep-none-out', keptOut)],
})

async function rowOf(
  { sendAtOnce, signed, changed, draft }: ReceiverContext,
  isForged: boolean,
): Promise<ForgeryRow> {
  const next = () => draft('quote.created')
  const right: Exchange[] = []
  const statuses = new Set<number | undefined>()
  // Another answer than to the forgeries before may mean that nothing more is let in, for a moment only.
  for (let left = isForged ? FORGED : 0; left > 0 && statuses.size < 2; left -= 1) {
    const forged = await sendAtOnce(changed(next(), { signature: '0'.repeat(64) }), { lenient: true })
    if (forged.failure?.kind === 'timeout') throw new LeftOut(NOT_SENT)
    statuses.add(forged.answer?.status)
  }
  const count = isForged ? 1 : RIGHT
  while (right.length < count) right.push(await sendAtOnce(signed(next())))
  return { isForged, right }
}

/** Waits until the receiver accepts a delivery. */
async function isBack({ send, signed, draft, sleep }: ReceiverContext): Promise<boolean> {
  for (let left = BACK_S; left > 0; left -= 1) {
    if (isAccepted(await send(signed(draft('quote.created'))))) return true
    await sleep(1000)
  }
  return false
}

const isTaken = ({ right }: ForgeryRow) => right.every(isAccepted)

function keptOut(rows: readonly ForgeryRow[]): Verdict {
  const last = rows.at(-1)
  if (last === undefined) return cannotTell(NOT_SENT)
  if (last.isForged && isTaken(last)) return passed()
  if (rows.length < ROWS.length || !isTaken(last))
    return cannotTell('right deliveries were put off without forgeries too, or for a long time')
  const behind = rows.flatMap(({ isForged, right }) => (isForged ? right : []))
  return failed(...behind.map((one) => answerFinding(one, 'a 2xx answer', 'behind many forgeries')))
}
