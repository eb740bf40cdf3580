import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { DOCUMENTS } from '../api.ts'
import { type PlatformStandingClaim, standing } from '../context.ts'
import { finding, mediaTypeIs } from '../judge/answer.ts'
import { forEach } from './envelopes.ts'

/** Every document that a target hands out, in whatever state, is a PDF by name and by its bytes (4, R19). */
export const documentClaims: readonly PlatformStandingClaim[] = DOCUMENTS.flatMap((name) => [
  standing(`${name}-content-type`, forEach(handedOut(name), (exchange) => mediaTypeIs(exchange, 'application/pdf'))),
  standing(`${name}-is-pdf`, forEach(handedOut(name), beginsLikeAPdf)),
])

const handedOut =
  (name: DocumentName) =>
  ({ operation, answer }: Exchange): boolean =>
    operation === name && answer?.status === 200

function beginsLikeAPdf(exchange: Exchange): Verdict {
  const body = exchange.answer?.body
  const start = body?.text?.slice(0, 5) ?? Buffer.from(body?.head ?? '', 'base64').subarray(0, 5).toString('latin1')
  return start === '%PDF-'
    ? passed()
    : failed(finding(exchange, 'bytes that begin with %PDF-', start === '' ? 'an empty body' : JSON.stringify(start), 'body'))
}
