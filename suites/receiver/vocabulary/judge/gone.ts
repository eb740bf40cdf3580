import type { Finding } from '../../../../conformance/verdict.ts'

/**
 * The receiver was gone right behind a delivery.
 *
 * @param behind id of the exchange of that delivery
 * @param goneMs milliseconds until it was back; undefined where it was not
 * @param at name of the delivery
 */
export const goneAfter = (behind: string, goneMs: number | undefined, at: string): Finding => ({
  expected: 'the receiver goes on listening',
  observed: `it died: nothing listened right after the delivery, and it ${backText(goneMs)}`,
  ...{ at, exchange: behind },
  cause: { observed: 'it stopped', place: 'after a delivery' },
})

const backText = (goneMs: number | undefined) =>
  goneMs === undefined ? 'did not come back' : `was back within ${Math.ceil(goneMs / 1000)} s`
