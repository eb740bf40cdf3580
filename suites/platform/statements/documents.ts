import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { mediaTypeIs } from '../vocabulary/judge/answer.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { beginsLikeAPdf, isEncoded } from '../vocabulary/judge/pdf.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { type Concern, forEach } from './for-each.ts'

/** Claims that every document is a PDF by its media type and by its bytes (4, R19), and claims on refusals of documents. */
export const documentClaims: readonly PlatformStandingClaim[] = DOCUMENTS.flatMap((name) => [
  standing(
    `${name}-content-type`,
    forEach(handedOut(name), (exchange) => mediaTypeIs(exchange, 'application/pdf')),
  ),
  standing(
    `${name}-is-pdf`,
    forEach(
      (exchange) => handedOut(name)(exchange) && isShown(exchange) && !isEncoded(exchange),
      beginsLikeAPdf,
    ),
  ),
  name === 'policy-preview'
    ? standing(
        'policy-preview-refusal-is-plain-text',
        forEach(refused(name), (exchange) => observedAnswer(exchange)),
      )
    : standing(
        `${name}-refusal-is-plain-text`,
        forEach(refused(name), (exchange) => mediaTypeIs(exchange, 'text/plain')),
      ),
])

/** For each document, the status codes whose body has to be plain text (7, 4.rule.5). */
const PLAIN: Readonly<Record<DocumentName, readonly number[]>> = {
  'quote-preview': [400],
  'quote-proposal': [400, 404, 409],
  'policy-preview': [400, 404, 409],
  policy: [400],
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Selects refusals because of the quote. For wrong credentials or an id that is no uuid, the form of a refusal is not stated. */
function refused(name: DocumentName): Concern {
  return (exchange, ledger) => isRefusalOf(name, exchange) && isAuthorized(exchange, ledger)
}

function isRefusalOf(name: DocumentName, { operation, answer, quoteId }: Exchange): boolean {
  return (
    operation === name &&
    answer !== undefined &&
    PLAIN[name].includes(answer.status) &&
    UUID.test(quoteId ?? '')
  )
}

/** Says whether the bytes of an answer are known: a recording may leave them out. */
const isShown = ({ answer }: Exchange): boolean =>
  answer?.body.text !== undefined || answer?.body.head !== undefined || answer?.body.size === 0

function handedOut(name: DocumentName): (exchange: Exchange) => boolean {
  return ({ operation, answer }) => operation === name && answer?.status === 200
}
