import type { Finding } from '../../../../conformance/verdict.ts'
import type { Outage } from '../pace/outages.ts'

/**
 * The receiver was gone right behind a delivery.
 *
 * @param at name of the delivery
 */
export const goneAfter = (
  { behind, goneMs, beside = 0 }: Pick<Outage, 'behind' | 'goneMs' | 'beside'>,
  at: string,
): Finding => ({
  expected: 'the receiver goes on listening',
  observed: `it died: nothing listened right after the delivery${besideText(beside)}, and it ${backText(goneMs)}`,
  ...{ at, exchange: behind },
  cause: { observed: 'it stopped', place: 'after a delivery' },
})

const besideText = (beside: number) =>
  beside === 0 ? '' : ` or one of ${beside} others that were on their way`

const backText = (goneMs: number | undefined) =>
  goneMs === undefined ? 'did not come back' : `was back within ${Math.ceil(goneMs / 1000)} s`
