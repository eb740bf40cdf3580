import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger, partial } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isBrokenOff, isPutOff } from '../vocabulary/judge/answer.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { actionsIn, historiesOf } from './history.ts'
import { isAuthorized } from './owners.ts'
import { staysOf } from './stays.ts'

/** The answer of a document endpoint while the quote was in one state. */
export interface DocumentInState {
  readonly name: DocumentName
  /** Today's name of the state. */
  readonly state: string
  readonly exchange: Exchange
  /** Earlier answers of the endpoint, oldest first. The quote has stayed in the state since, and nothing has been written. */
  readonly earlier: readonly Exchange[]
}

/** The answers of document endpoints for quotes whose state is known. */
export const documentsInStates = onceFor((facts: Facts<Spec>): readonly DocumentInState[] =>
  historiesOf(facts.exchanges).flatMap((history) => {
    if (!history.exchanges.some(isOfDocument)) return []
    const stay = staysOf(history, facts)
    const known: DocumentInState[] = []
    for (const exchange of history.exchanges) {
      const name = documentOf(exchange)
      const state = name && isOfTheQuote(exchange, facts) ? stay.stateAt(exchange) : undefined
      if (name === undefined || state === undefined) continue
      const earlier = known.filter(
        (one) => one.name === name && one.state === state && stay.lasts(one.exchange, exchange),
      )
      known.push({ name, state, exchange, earlier: earlier.map((one) => one.exchange) })
    }
    return known
  }),
)

const documentOf = ({ operation }: Exchange): DocumentName | undefined =>
  DOCUMENTS.find((name) => name === operation)

const isOfDocument = (exchange: Exchange): boolean => documentOf(exchange) !== undefined

/** Codes that say nothing about the quote: those of credentials, and of what the client asked for. */
const NOT_OF_THE_QUOTE = [304, 401, 405, 406]

/** Codes of the moment. Who records traffic of others may meet them now and then. */
const OF_THE_MOMENT = [502, 503, 504]

const CONDITIONAL = /^(range|if-.*)$/i

/** Says whether an answer depends on the quote, or is broken off. One that never came, or asks for a pause, decides nothing. */
function isOfTheQuote(exchange: Exchange, ledger: Ledger): boolean {
  const { answer, request } = exchange
  if (request.method !== 'GET' || !isAuthorized(exchange, ledger)) return false
  if (request.headers.some(([name]) => CONDITIONAL.test(name))) return false
  if (answer === undefined) return isBrokenOff(exchange)
  const isOfTheMoment = isPutOff(answer) || (isRecorded(ledger) && OF_THE_MOMENT.includes(answer.status))
  return !NOT_OF_THE_QUOTE.includes(answer.status) && !isOfTheMoment && !isPrepared(exchange, ledger)
}

/** Says whether an operator may have made a request fail: so many as were prepared do, each at its address. */
export function isPrepared(exchange: Exchange, ledger: Ledger): boolean {
  if (exchange.answer?.status !== 500) return false
  if (partial(ledger).includes('operator')) return true
  const { url } = exchange.request
  return actionsIn(ledger.exchanges).some(({ action, startedAt }) => {
    const { path = '', count = '1' } = action?.values ?? {}
    if (action?.name !== 'fail_requests' || startedAt > exchange.startedAt) return false
    const met = ledger.exchanges.filter(
      (one) =>
        one.answer?.status === 500 &&
        one.request.url === url &&
        one.startedAt >= startedAt &&
        one.startedAt < exchange.startedAt,
    )
    return url.endsWith(String(path)) && met.length < Number(count)
  })
}
