import type { Exchange } from '../../../../conformance/exchange.ts'

/** Says whether the credentials of a submission were refused: then its recipe is not to blame. */
export const isTurnedAway = ({ answer }: Exchange): boolean =>
  answer?.status === 401 || answer?.status === 403
