import type { Exchange } from '../../../conformance/exchange.ts'
import type { Lifecycle } from '../../../spec/lifecycle.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import type { JourneyQuote, JourneyTrace, TakenStep } from './trace.ts'

/** Facts about one quote of a journey that decide which events it must have. */
export interface QuoteFacts {
  readonly quote: JourneyQuote
  readonly place: number
  readonly steps: readonly TakenStep[]
  /** Today's name of every state that a read showed. */
  readonly states: ReadonlySet<string>
  /** The state in the last read. */
  readonly end?: string
  /** How many updates by its own partner were or may have been carried out. */
  readonly updates: number
  /** All binds by its own partner, whatever the answer was. */
  readonly binds: readonly Exchange[]
  /** True when at least one of these binds was or may have been carried out. */
  readonly mayBeBound: boolean
  /** True when a policy preview was available: then `quote.proposalReady` was emitted, which makes it available (3.documents). */
  readonly isPreviewed: boolean
}

/** Says whether a request was definitely refused (4xx). After a server error or a lost answer it may have been carried out. */
const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500

export function factsOfQuote(
  { quotes, steps, exchanges }: Pick<JourneyTrace, 'quotes' | 'steps' | 'exchanges'>,
  place: number,
  lifecycle: Lifecycle,
): QuoteFacts | undefined {
  const quote = quotes[place]
  if (quote === undefined) return undefined
  const own = steps.filter((step) => step.quote === place)
  const foreignRequests = new Set(
    own.flatMap(({ action, sent }) => (action === 'access-as-other-partner' ? sent.map(({ id }) => id) : [])),
  )
  const sent = exchanges.filter(({ id, quoteId }) => quoteId === quote.id && !foreignRequests.has(id))
  const of = (operation: Exchange['operation']) => sent.filter((one) => one.operation === operation)
  const states = [quote.submitted, ...of('status')].flatMap((read) => presentStateOf(read, lifecycle) ?? [])
  const last = own.findLast(({ action }) => action === 'end')?.after
  const end = presentStateOf(last, lifecycle)
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
    isPreviewed: own.some((step) => isPreview(step, lifecycle)),
  }
}

/** Finds a policy preview in `ready_to_bind`. In other states its availability is open, so it proves nothing. */
const isPreview = ({ action, before, after, sent }: TakenStep, lifecycle: Lifecycle): boolean =>
  action === 'policy-preview' &&
  [before, after].every((read) => presentStateOf(read, lifecycle) === 'ready_to_bind') &&
  sent.some(succeeded)

/** Says whether the quote was ever in `ready_to_bind`; `bound` and `issued` prove it too. */
const wasReady = ({ states }: QuoteFacts): boolean =>
  ['ready_to_bind', 'bound', 'issued'].some((state) => states.has(state))

/** Lists the events that must come for a quote (3.transitions, 6, R28). A bind may come before the proposal was generated. */
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
