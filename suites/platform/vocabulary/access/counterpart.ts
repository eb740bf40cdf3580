import type { Exchange } from '../../../../conformance/exchange.ts'

/** Says whether an answer shows that the credentials of its request are valid. */
export const isLetInAt = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status !== 401 && answer.status !== 403 && answer.status < 500
