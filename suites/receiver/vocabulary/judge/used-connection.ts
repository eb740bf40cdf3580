import type { Exchange } from '../../../../conformance/exchange.ts'

/** True where the connection closed before any answer came. */
export const isDropped = ({ answer, failure }: Exchange): boolean =>
  answer === undefined && failure?.kind === 'reset'

/** True where the delivery went over a connection that was open from an earlier one. */
export const isOverUsed = (exchange: Exchange): boolean =>
  exchange.timing !== undefined &&
  exchange.timing.connectMs === undefined &&
  (exchange.answer !== undefined || isDropped(exchange))
