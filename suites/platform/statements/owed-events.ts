import type { Exchange } from '../../../conformance/exchange.ts'
import type { Moment } from '../../../conformance/ledger.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { cannotTell, cutOff, failed, passed } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isInService, isSubscribed } from '../ledger/endpoints.ts'
import {
  type EndpointOfQuote,
  mayBeItsPolicy,
  mayHaveHappened,
  ofType,
  type QuoteSubject,
} from '../ledger/quotes.ts'
import { byEitherClock, endOf, isOver } from '../ledger/timeline.ts'
import { NOT_REACHED } from '../vocabulary/events/event.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import type { JudgeQuote } from './of-each-quote.ts'
import { strayFor } from './stray-events.ts'

/** An event that must come. Moments are on the suite's clock, in milliseconds. */
export interface Debt {
  /** It is owed from then on. */
  readonly by: number
  /** It cannot have been sent before. */
  readonly after: number
  readonly withinMs: number
}

/** Judges that an event came in time to every endpoint of the partner that was there, subscribed and in service (6, R28). */
export function emitted(type: string): JudgeQuote {
  return (one, facts) => {
    const { events, breaker } = facts.spec.delivery
    const known = events.find((event) => event.type === type)
    if (known === undefined || known.open === true) return undefined
    const debt = debtOf(type, one, facts)
    const hasCome = ({ about }: EndpointOfQuote) =>
      ofType(type, about).some((arrival) => isInTime(arrival, debt, facts))
    const silent = one.endpoints.filter(
      (some) =>
        debt !== undefined &&
        isOverdue(debt, facts) &&
        some.isPlain &&
        some.from <= debt.after &&
        isSubscribed(type, some) &&
        !hasCome(some) &&
        isInService(some, debt.by, facts, breaker.failures),
    )
    if (silent.length === 0) return one.endpoints.some(hasCome) ? passed() : undefined
    if (facts.until?.reached !== true) return cutOff(NOT_REACHED)
    const arrivals = silent.flatMap((some) => some.arrivals)
    if (type === 'policy.created' && arrivals.some((some) => mayBeItsPolicy(some, one.quote, facts)))
      return cannotTell(`${type} came, but it is not known of which quote`)
    const late = silent.flatMap(({ about }) => ofType(type, about)).length
    const stray = late === 0 ? strayFor(type, one, arrivals, facts) : undefined
    const beside = stray === undefined ? '' : `; one of that type names ${stray.names}`
    const seen = `none among ${arrivals.length} deliveries${late === 0 ? beside : ` in time, ${late} later`}`
    return failed({
      ...finding(lastShown(one), `${type} of quote ${one.quote.id}`, seen),
      ...(stray && { arrival: stray.arrival.id }),
      cause: { expected: `${type} of the quote`, observed: 'none' },
      absence: true,
    })
  }
}

/** Says whether an event would have come by the end of the ledger. */
export const isOverdue = (debt: Debt, facts: Facts<Spec>): boolean =>
  facts.until !== undefined && isOver(debt.by, facts.until, debt.withinMs, facts)

/** Says whether a delivery is not too late for what is owed, by either clock. Nobody waits so long for one that never comes. */
export const isInTime = (
  { earliest: targetMs, receivedAt: suiteMs }: Arrival,
  debt: Debt | undefined,
  facts: Facts<Spec>,
): boolean =>
  suiteMs !== undefined &&
  (debt === undefined ||
    !isOver(debt.by, { targetMs, suiteMs }, debt.withinMs, byEitherClock(debt.withinMs, facts)))

/** The last exchange that shows the state of a quote. */
export const lastShown = ({ requests, quote }: QuoteSubject): Exchange =>
  requests.findLast(showsState) ?? quote.submitted

const showsState = (read: Exchange): boolean => stateOf(read) !== undefined

/** Says from when on an event is owed to the endpoints of a quote's partner; undefined where it need not come. */
export const debtOf = (type: string, one: QuoteSubject, facts: Facts<Spec>): Debt | undefined =>
  owed(type, one, facts) ?? announcedElsewhere(type, one, facts)

/** An event that came to one endpoint is owed to the partner's others. Only where it is known to which types they are subscribed. */
function announcedElsewhere(
  type: string,
  { course, endpoints, requests }: QuoteSubject,
  facts: Facts<Spec>,
): Debt | undefined {
  const { deadlines } = facts.target ?? {}
  const bind = requests.find((sent) => sent.operation === 'bind' && mayHaveHappened(sent))
  const after = type === 'policy.created' ? bind?.startedAt : course.unratedAt
  const first = Math.min(
    ...endpoints.flatMap(({ about }) => ofType(type, about).flatMap(({ receivedAt }) => receivedAt ?? [])),
  )
  // The target's time is known where an exchange begins.
  const by = facts.exchanges.find(({ startedAt }) => startedAt >= first)?.startedAt
  const areKnown = endpoints.every(({ types }) => types !== undefined)
  if (deadlines === undefined || after === undefined || by === undefined || !areKnown) return undefined
  // Its way to another endpoint may take as long as work beside the clock (R25).
  return { by, after, withinMs: deadlines.proposal + deadlines.delivery }
}

/** Says from when on the state of a quote makes an event due. */
export function owed(type: string, one: QuoteSubject, facts: Facts<Spec>): Debt | undefined {
  const { readyBy, issuedBy, unratedAt } = one.course
  const { deadlines } = facts.target ?? {}
  const bind = one.requests.find((sent) => sent.operation === 'bind' && mayHaveHappened(sent))
  if (deadlines === undefined) return undefined
  const { proposal, issue, delivery } = deadlines
  if (type === 'policy.created')
    return issuedBy === undefined || bind === undefined
      ? undefined
      : { by: issuedBy, after: bind.startedAt, withinMs: Math.min(proposal, issue) + delivery }
  if (readyBy === undefined || unratedAt === undefined) return undefined
  const debt = { by: readyBy, after: unratedAt, withinMs: proposal + delivery }
  if (type === 'quote.created') return debt
  // Before its proposal was generated an update may have led the quote elsewhere (R10).
  const update = one.requests.find((sent) => leadsElsewhere(sent, readyBy, one))
  if (update !== undefined && !isOver(readyBy, begunAt(update), proposal, facts)) return undefined
  if (bind === undefined) return debt
  // A bind may come before the proposal was generated. A preview of the policy shows that it was (3.documents).
  const preview = one.requests.find((read) => isPreview(read, bind, one))
  if (preview !== undefined) return { ...debt, by: endOf(preview).suiteMs }
  return isOver(readyBy, begunAt(bind), proposal, facts) ? debt : undefined
}

const begunAt = ({ startedAt: suiteMs, targetMs }: Exchange): Moment => ({ suiteMs, targetMs })

/** States of a quote that has a proposal, or is about to have one. */
const ONCE_READY: readonly (string | undefined)[] = ['ready_to_bind', 'bound', 'issued', undefined]

/** Says whether an update may have taken a quote out of `ready_to_bind`. */
const leadsElsewhere = (sent: Exchange, readyBy: number, { requests }: QuoteSubject): boolean =>
  sent.operation === 'update' &&
  mayHaveHappened(sent) &&
  endOf(sent).suiteMs >= readyBy &&
  requests.some((read) => read.startedAt >= sent.startedAt && !ONCE_READY.includes(stateOf(read)))

function isPreview(read: Exchange, bind: Exchange, { requests }: QuoteSubject): boolean {
  const before = requests.findLast((one) => showsState(one) && one.startedAt < read.startedAt)
  const isThere = read.operation === 'policy-preview' && read.answer?.status === 200
  return (
    isThere &&
    endOf(read).suiteMs < bind.startedAt &&
    before !== undefined &&
    stateOf(before) === 'ready_to_bind'
  )
}
