import type { Exchange } from '../../../conformance/exchange.ts'
import { readIso } from '../../../conformance/iso-time.ts'
import { lacksRequests } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { firstOfEachEvent, mayHaveHappened, ofType, type QuoteSubject, quotesIn } from '../ledger/quotes.ts'
import { isComparable } from '../ledger/rates.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIn } from '../vocabulary/events/event.ts'
import { at, sentJsonOf, show } from '../vocabulary/judge/json.ts'
import { bindsOf } from './binds.ts'
import { PLAIN_DATE } from './rating.ts'

const POLICY = 'policy.created'
const DATE = '/data/effectiveDate'

/** How many quotes of a ledger each policy's event may be about. */
const claimants = onceFor((facts: Facts<Spec>): ReadonlyMap<Arrival, number> => {
  const counts = new Map<Arrival, number>()
  for (const { endpoints } of quotesIn(facts))
    for (const arrival of endpoints.flatMap(({ about }) => ofType(POLICY, about)))
      counts.set(arrival, (counts.get(arrival) ?? 0) + 1)
  return counts
})

/**
 * Judges that the event of a policy names the submitted `effective_date`, the "Policy effective date" of section 2 (R9, R28). Both are
 * compared as days: other forms are judged by themselves. Undefined where the event may be of another quote. It is so too where the
 * day may rightly be another one: an update named it, or it had come before the policy was issued.
 */
export function policyDateKept(one: QuoteSubject, facts: Facts<Spec>): Verdict | undefined {
  const { submission, submitted } = one.quote
  const expected = submission.effective_date
  const [bind] = bindsOf(one)
  if (bind === undefined || one.isMistakable || lacksRequests(facts) || one.requests.some(mayMoveDate))
    return undefined
  if (!isDay(expected) || !isComparable(facts)({ submission, exchange: submitted })) return undefined
  const verdicts = one.endpoints.flatMap(({ about }): Verdict[] => {
    const [arrival, another] = firstOfEachEvent(ofType(POLICY, about))
    if (arrival === undefined || another !== undefined || claimants(facts).get(arrival) !== 1) return []
    const named = at(eventIn(arrival), DATE)
    const isAfterBind = (arrival.receivedAt ?? 0) >= bind.startedAt
    if (!isDay(named) || !isAfterBind || !isBefore(arrival, expected)) return []
    if (named === expected) return [passed()]
    const cause = { expected: 'the submitted effective_date', observed: 'another day' }
    return [
      breach(arrival, `${show(expected)}, as quote ${one.quote.id} was submitted`, show(named), DATE, cause),
    ]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const isDay = (value: unknown): value is string => typeof value === 'string' && PLAIN_DATE.test(value)

/** Says whether an update named a day. The platform may have taken it over, which is judged by itself (R13). */
const mayMoveDate = (request: Exchange): boolean =>
  request.operation === 'update' &&
  mayHaveHappened(request) &&
  at(sentJsonOf(request), '/effective_date') !== undefined

/** Says whether an event was made before a day. A policy that is issued later may begin later. */
function isBefore(arrival: Arrival, day: string): boolean {
  const made = readIso(at(eventIn(arrival), '/timestamp'))
  return made !== undefined && made.ms < Date.parse(day)
}
