import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { JourneyStep } from '../../../conformance/ports/client.ts'

/** States in which a journey ends, if the quote does not go on to be bound. */
const ENDS = new Set(['declined', 'failed', 'underwriter_review', 'approved_rate'])

/**
 * Says whether the journey of a client that is driven by hand has come to its end, as far as its requests show. A client that is
 * slow between two steps has not: so the end counts only when nothing has come for a while.
 */
export function isOver(requests: readonly Exchange[], journey: readonly JourneyStep[]): boolean {
  const submitted = requests.findLast(({ operation }) => operation === 'submit')
  if (submitted?.answer?.status === 400) return true
  const state = requests.findLast(({ operation }) => operation === 'status')
  const told = state === undefined ? undefined : stateIn(state)
  if (told === undefined) return false
  if (ENDS.has(told)) return true
  const fetched = (operation: Exchange['operation']) =>
    requests.some((one) => one.operation === operation && one.answer?.status === 200)
  const hasDocuments =
    (!journey.includes('proposal') || fetched('quote-proposal')) &&
    (!journey.includes('policy') || fetched('policy'))
  return hasDocuments && told === (journey.includes('bind') ? 'issued' : 'ready_to_bind')
}

function stateIn({ answer }: Exchange): string | undefined {
  const body = parseJson(answer?.body.text)
  const data = isObject(body) && isObject(body.data) ? body.data : {}
  return typeof data.quote_status === 'string' ? data.quote_status : undefined
}
