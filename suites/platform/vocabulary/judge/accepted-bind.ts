import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { succeeded } from './answer.ts'

/** Says whether a bind was accepted. Where the specification of a version does not show the code, any 2xx counts. */
export function isAcceptedBind(exchange: Exchange, { endpoints }: Spec): boolean {
  const code = endpoints.find(({ operation }) => operation === 'bind')?.success
  return code === undefined ? succeeded(exchange) : exchange.answer?.status === code
}
