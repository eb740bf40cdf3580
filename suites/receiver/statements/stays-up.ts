import type { Exchange } from '../../../conformance/exchange.ts'
import { failed } from '../../../conformance/verdict.ts'
import { standing } from '../../claim.ts'
import { goneAfter } from '../vocabulary/judge/gone.ts'

/** Whoever is started anew is back by then. The suite itself waits a little longer. */
const GONE_MS = 15_000

const ends = ({ startedAt, elapsedMs }: Exchange) => startedAt + elapsedMs

/** Nobody was there, or nothing was sent any more because of that. */
const isNobodyThere = ({ failure }: Exchange) =>
  failure?.kind === 'refused' || failure?.kind === 'unreachable'

/**
 * Holds for a scenario that was cut off too: a receiver that took a delivery, and at whose address nothing listened afterwards,
 * has stopped. It was a request of the contract, or a forgery, that came before.
 */
export const goesOnListening = standing('receiver-stays-up', ({ exchanges }) => {
  const all = exchanges
    .filter(({ operation }) => operation === 'delivery')
    .toSorted((one, other) => one.startedAt - other.startedAt)
  const last = all.findLastIndex((one) => !isNobodyThere(one))
  const after = all.slice(last + 1)
  const seen = all[last]
  const [first, end] = [after[0], after.at(-1)]
  if (first === undefined || end === undefined || !after.some(({ failure }) => failure?.kind === 'refused'))
    return undefined
  if (end.startedAt - (seen === undefined ? first.startedAt : ends(seen)) < GONE_MS) return undefined
  if (seen === undefined) return failed(goneAfter({ behind: first.id }, 'a delivery of the scenario before'))
  const answered = all.findLast(({ answer }) => answer !== undefined)
  const unanswered = all.find(
    (one) => one.answer === undefined && (answered === undefined || ends(one) > ends(answered)),
  )
  const isDropped = unanswered !== undefined && !isNobodyThere(unanswered)
  const behind = isDropped ? unanswered : seen
  return failed(goneAfter({ behind: behind.id }, 'the last delivery that reached it'))
})
