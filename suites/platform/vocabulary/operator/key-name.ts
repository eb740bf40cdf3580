import type { Exchange } from '../../../../conformance/exchange.ts'

/** Names an integration key in the evidence by the action that made it, so that its account and its slot are known. */
export const keyNameOf = ({ id }: Exchange): string => `made by ${id}`
