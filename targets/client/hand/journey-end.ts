import type { Answer, Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { JourneyStep } from '../../../conformance/ports/client.ts'

/** States in which a journey ends without a bind. */
const ENDS = new Set(['declined', 'failed', 'underwriter_review', 'approved_rate'])

/**
 * Says whether the requests of a client that people drive show the end of its journey. A client may only be slow between two
 * steps, so the caller also waits until no request has come for a while.
 */
export function isJourneyOver(requests: readonly Exchange[], journey: readonly JourneyStep[]): boolean {
  const submitted = requests.findLast(({ operation }) => operation === 'submit')
  if (submitted?.answer?.status === 400) return true
  const state = requests.findLast(({ operation }) => operation === 'status')
  const received = state?.answer === undefined ? undefined : quoteStateIn(state.answer)
  if (received === undefined) return false
  if (ENDS.has(received)) return true
  const fetched = (operation: Exchange['operation']) =>
    requests.some((one) => one.operation === operation && one.answer?.status === 200)
  const hasDocuments =
    (!journey.includes('proposal') || fetched('quote-proposal')) &&
    (!journey.includes('policy') || fetched('policy'))
  return hasDocuments && received === (journey.includes('bind') ? 'issued' : 'ready_to_bind')
}

/** The state of the quote that an answer shows; undefined where it shows none. */
export function quoteStateIn({ body }: Answer): string | undefined {
  const value = parseJson(body.text ?? '')
  const data = isObject(value) && isObject(value.data) ? value.data : {}
  return typeof data.quote_status === 'string' ? data.quote_status : undefined
}
