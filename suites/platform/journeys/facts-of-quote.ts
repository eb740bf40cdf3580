import type { Exchange } from '../../../conformance/exchange.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import type { JourneyQuote, JourneyTrace, TakenStep } from './trace.ts'

/** Facts that a journey shows of one of its quotes, for claims about its events. */
export interface QuoteFacts {
  readonly quote: JourneyQuote
  readonly place: number
  readonly steps: readonly TakenStep[]
  /** Every state that a read showed. */
  readonly states: ReadonlySet<string>
  /** The state in the last read. */
  readonly end?: string
  /** Its own partner's updates that were carried out or may have been. */
  readonly updates: number
  /** Its own partner's binds that came at all, and those that were carried out or may have been. */
  readonly binds: readonly Exchange[]
  readonly mayBeBound: boolean
  /** A policy preview was there, and so the event with which it becomes available was emitted (3.documents). */
  readonly isPreviewed: boolean
}

/** Refused for good: the request itself was not taken. A server error or a lost answer leaves it open. */
const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500

export function factsOfQuote(
  { quotes, steps, exchanges }: Pick<JourneyTrace, 'quotes' | 'steps' | 'exchanges'>,
  place: number,
): QuoteFacts | undefined {
  const quote = quotes[place]
  if (quote === undefined) return undefined
  const own = steps.filter((step) => step.quote === place)
  const foreignRequests = new Set(
    own.flatMap(({ action, sent }) => (action === 'access-as-other-partner' ? sent.map(({ id }) => id) : [])),
  )
  const sent = exchanges.filter(({ id, quoteId }) => quoteId === quote.id && !foreignRequests.has(id))
  const of = (operation: Exchange['operation']) => sent.filter((one) => one.operation === operation)
  const states = [quote.submitted, ...of('status')].flatMap((read) => stateOf(read) ?? [])
  const last = own.findLast(({ action }) => action === 'end')?.after
  const end = last && stateOf(last)
  const binds = of('bind')
  return {
    quote,
    place,
    steps: own,
    states: new Set(states),
    ...(end !== undefined && { end }),
    updates: of('update').filter((one) => !isRefused(one)).length,
    binds,
    mayBeBound: binds.some((one) => succeeded(one) || !isRefused(one)),
    isPreviewed: own.some(isPreview),
  }
}

/** Elsewhere than in ready_to_bind a policy preview may be there for reasons of its own. */
const isPreview = ({ action, before, after, sent }: TakenStep): boolean =>
  action === 'policy-preview' &&
  [before, after].every((read) => read !== undefined && stateOf(read) === 'ready_to_bind') &&
  sent.some(succeeded)

/** The quote was ready to bind at some time: nothing else leads to a bind. */
const wasReady = ({ states }: QuoteFacts): boolean =>
  ['ready_to_bind', 'bound', 'issued'].some((state) => states.has(state))

/** Types of the events that must come of a quote (3.transitions, 6, R28). A bind may come before the proposal was drawn. */
export function owedTypes(facts: QuoteFacts, known: readonly string[]): readonly string[] {
  const owed = [
    ...(wasReady(facts) ? ['quote.created'] : []),
    ...(facts.isPreviewed || (facts.end === 'ready_to_bind' && !facts.mayBeBound)
      ? ['quote.proposalReady']
      : []),
    ...(facts.end === 'issued' ? ['policy.created'] : []),
  ]
  return owed.filter((type) => known.includes(type))
}
