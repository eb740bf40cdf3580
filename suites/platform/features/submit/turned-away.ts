import type { Exchange } from '../../../../conformance/exchange.ts'

/** A submission that is turned away at the door has come to nothing that a recipe could have promised. */
export const isTurnedAway = ({ answer }: Exchange): boolean =>
  answer?.status === 401 || answer?.status === 403
