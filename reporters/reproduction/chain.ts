import type { Exchange } from '../../conformance/exchange.ts'
import type { Finding } from '../../conformance/verdict.ts'
import type { RunRecord } from '../record.ts'
import { dealtWith, toUndo } from './actions.ts'
import { indexOf, originOf, PROGRAM } from './evidence-index.ts'
import { readsQuote, submittedQuoteId } from './key.ts'
import { foldedReads, type ScriptStep } from './steps.ts'

/** Everything that must be sent again before and with the exchange that shows a breach. */
export interface Chain {
  readonly steps: readonly ScriptStep[]
  /** Actions that undo what the steps change. */
  readonly undo: readonly Exchange[]
  /** An exchange that moves the clock, if the target's clock is moved. */
  readonly clock?: Exchange
  /** A token request, from which the script takes the address of the token endpoint. */
  readonly token?: Exchange
  /** Ids of quotes, in the order in which the steps learn them. */
  readonly quotes: readonly string[]
}

/** The reason why a breach cannot be reproduced by sending requests again. */
export interface NotReproducible {
  readonly why: string
}

const MOST_STEPS = 40
/** A script for a run with more tokens than this gets only those that it uses. */
const FEW_TOKENS = 6

/**
 * Finds the exchanges on which another exchange depends. These are the submission of its quotes, everything that changed them,
 * and reads that waited for a state. Operator actions and stored tokens belong to them as well.
 *
 * @param shown the exchange that shows the breach
 */
export function chainOf(
  { scenarios }: RunRecord,
  scenario: RunRecord['scenarios'][number],
  shown: Exchange,
  { sameAs }: Finding,
): Chain | NotReproducible {
  const index = indexOf(scenario.exchanges)
  const placeOf = (id: string | undefined) => index.places.get(id ?? '') ?? Number.POSITIVE_INFINITY
  const before = scenario.exchanges.slice(0, placeOf(shown.id) + 1)
  const standard = before[placeOf(sameAs)]
  const made = [...index.made].filter(([, { id }]) => placeOf(id) <= placeOf(shown.id)).map(([id]) => id)
  const needed = [shown, ...(standard === undefined ? [] : [standard])]
  const wanted = new Set(made.filter((id) => needed.some((one) => names(one, id))))
  const others = made.filter((id) => !wanted.has(id))
  const clients = madeClients(before)
  const isWanted = (exchange: Exchange): boolean => {
    if (exchange === shown || exchange === standard) return true
    const { operation, quoteId = '', action } = exchange
    if (operation === 'token') return exchange.issues !== undefined
    if (operation === 'operator')
      return (
        dealtWith(action?.name) !== 'left-out' &&
        !clients.has(clientOf(exchange)) &&
        !others.some((id) => names(exchange, id))
      )
    if (operation === 'submit') return wanted.has(submittedQuoteId(exchange) ?? '')
    return wanted.has(quoteId) && (!readsQuote(exchange) || isWaiting(exchange, shown))
  }
  const all = before.filter(isWanted)
  const held = new Set(all.map(({ request }) => request.credentials?.token))
  const tokens = all.filter(({ operation }) => operation === 'token').length
  const kept = all.filter(
    (one) =>
      one === shown ||
      one.operation !== 'token' ||
      held.has(one.issues) ||
      (tokens <= FEW_TOKENS && one.request.client?.id !== 'made'),
  )
  const why = kept.map((one) => obstacleIn(one)).find((one) => one !== undefined)
  if (why !== undefined) return { why }
  const isAboutIt = (one: Exchange) => [...wanted].some((id) => names(one, id))
  /**
   * Each filter leaves out more. Refused requests seldom matter to others, and most holds in a long journey are about other
   * quotes.
   */
  const shorter: readonly ((one: Exchange) => boolean)[] = [
    () => true,
    (one) => needed.includes(one) || readsQuote(one) || !isRefused(one),
    (one) =>
      needed.includes(one) ||
      readsQuote(one) ||
      (one.operation === 'operator' ? isAboutIt(one) : !isRefused(one)),
  ]
  const tried = shorter.map((isKept) => foldedReads(kept.filter(isKept), shown, standard))
  const steps = tried.find(({ length }) => length <= MOST_STEPS) ?? tried[0] ?? []
  if (steps.length > MOST_STEPS) return { why: `${steps.length} requests lead to it` }
  const beside = [scenario, ...scenarios]
    .map(({ exchanges }) => indexOf(exchanges))
    .filter((one) => one === index || one.origins.has(originOf(shown)))
  const first = (name: string) => beside.find(({ actions }) => actions.has(name))?.actions.get(name)
  const undoing = toUndo(steps.flatMap(({ exchange }) => exchange.action?.name ?? []))
  const undo = undoing.flatMap((name) => first(name) ?? [])
  if (undo.length < undoing.length) return { why: 'no request undoes what the operator did' }
  const clock = first('advance_clock')
  const token = beside.find((one) => one.token !== undefined)?.token
  return {
    steps,
    undo,
    ...(clock !== undefined && { clock }),
    ...(token !== undefined && { token }),
    quotes: [...wanted].filter((id) => index.made.get(id) !== shown),
  }
}

const clientOf = ({ action }: Exchange): unknown => action?.values?.client_id

/** Ids of the clients that an operator made. Where a kept request has a token of one of them, its token request is the obstacle. */
const madeClients = (exchanges: readonly Exchange[]): ReadonlySet<unknown> =>
  new Set(exchanges.flatMap((one) => (one.action?.name === 'create_client' ? (clientOf(one) ?? []) : [])))

const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status <= 499

const names = ({ request }: Exchange, id: string): boolean =>
  request.url.includes(id) || (request.body?.includes(id) ?? false)

/**
 * True for reads that make a script wait as the run did. Their credentials are right, or those of the shown request. Other
 * reads change nothing.
 */
function isWaiting(exchange: Exchange, shown: Exchange): boolean {
  const { request, operation, answer } = exchange
  if (request.credentials?.held === true) return true
  if (request.credentials?.token !== shown.request.credentials?.token && request.credentials?.token !== 'own')
    return false
  return operation === 'status' || operation === shown.operation || answer?.status === 200
}

function obstacleIn({ operation, action, request, answer }: Exchange): string | undefined {
  if (operation === 'operator' && request.method === PROGRAM)
    return 'the run started a program of its profile'
  if (operation === 'operator' && dealtWith(action?.name) === 'impossible')
    return 'it rests on what an operator made while the run went on'
  if (operation !== 'operator' && answer === undefined) return 'no whole answer came'
  if (request.client?.id === 'made') return 'it rests on a client that an operator made while the run went on'
  if (request.cut === true || request.body?.includes('\ufffd'))
    return 'its request is longer than the evidence, or no text'
  if (request.framing !== undefined) return 'it has an unusual framing on the wire'
  return undefined
}
