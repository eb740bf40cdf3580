import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isInService, isSubscribed } from '../ledger/endpoints.ts'
import { type Namesakes, namesakesOf } from '../ledger/namesakes.ts'
import { type EndpointOfQuote, mayBeItsPolicy } from '../ledger/quotes.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIdOf, NOT_REACHED } from '../vocabulary/events/event.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { bindsOf } from './binds.ts'
import type { JudgeQuote } from './of-each-quote.ts'
import { type Debt, isInTime, isOverdue, lastShown, owed } from './owed-events.ts'

const POLICY = 'policy.created'

type JudgeNamesakes = (group: Namesakes, facts: Facts<Spec>) => Verdict | undefined

/** Judges quotes by themselves, and those that share an insured together: once, at the first of them. */
export const orTogether =
  (alone: JudgeQuote, together: JudgeNamesakes): JudgeQuote =>
  (one, facts) => {
    if (!one.isMistakable) return alone(one, facts)
    const group = namesakesOf(one, facts)
    return group?.members[0] === one ? together(group, facts) : undefined
  }

/** How many of the quotes may have had their policy issued by a moment of the suite's clock. */
const mayBeIssued = ({ members }: Namesakes, by = Number.POSITIVE_INFINITY): number =>
  members.filter(({ course: { issuableFrom } }) => issuableFrom !== undefined && issuableFrom <= by).length

const verdictOf = (verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.length === 0 ? undefined : all(verdicts)

/** Judges that no more policies are announced than can have been issued by then. Where one more would have shown, that is a pass. */
export function togetherInTime(group: Namesakes, { until }: Facts<Spec>): Verdict | undefined {
  const most = Math.max(1, mayBeIssued(group))
  const early = group.endpoints.flatMap(({ about }) => {
    const places = about.slice(0, most).keys()
    const place = [...places].find((at) => mayBeIssued(group, about[at]?.receivedAt) <= at)
    const arrival = place === undefined ? undefined : about[place]
    return arrival === undefined ? [] : [tooEarly(arrival, mayBeIssued(group, arrival.receivedAt))]
  })
  if (early.length > 0) return all(early)
  if (until?.reached === false) return undefined
  const reads = group.members.flatMap(({ course }) => course.unissued.map(({ from }) => from))
  const isSeen = reads.some((from) => {
    const issued = mayBeIssued(group, from - MOMENT_MS)
    return group.endpoints.some((one) => isWatchedAt(from, one) && before(from, one).length === issued)
  })
  return isSeen ? passed() : undefined
}

/** Less than the suite's clock shows. */
const MOMENT_MS = 0.0005

const before = (moment: number, { about }: EndpointOfQuote): readonly Arrival[] =>
  about.filter(({ receivedAt = Number.POSITIVE_INFINITY }) => receivedAt < moment)

const isWatchedAt = (moment: number, { to = Number.POSITIVE_INFINITY, ...one }: EndpointOfQuote): boolean =>
  one.from <= moment && to > moment && one.isPlain && isSubscribed(POLICY, one)

const tooEarly = (arrival: Arrival, most: number): Verdict =>
  breach(
    arrival,
    `at most ${most} ${POLICY} of the quotes of this insured by then: no other one can have been issued`,
    `${most + 1}`,
    '/type',
  )

/** Judges that each quote has one policy, however often it is bound (R16). */
export const onePolicyEach =
  (which: 'first bind' | 'further binds'): JudgeNamesakes =>
  (group) => {
    const most = Math.max(1, mayBeIssued(group))
    const [second = Number.POSITIVE_INFINITY] = group.members
      .flatMap((one) => bindsOf(one).slice(1, 2))
      .map(({ startedAt }) => startedAt)
      .sort((one, other) => one - other)
    if (which === 'further binds' && second === Number.POSITIVE_INFINITY) return undefined
    return verdictOf(
      group.endpoints.flatMap((endpoint) => {
        const counted = which === 'first bind' ? before(second, endpoint) : endpoint.about
        const more = counted[most]
        if (more === undefined) return counted.length === most ? [passed()] : []
        const expected = `at most ${most} ${POLICY} of the quotes of this insured`
        const observed = `one more, ${eventIdOf(more) ?? 'without an id'}`
        return [failed({ expected, observed, at: 'event-id', arrival: more.id })]
      }),
    )
  }

/** Judges that as many policies are announced as were issued, each in time. The first one that came counts for what was issued first. */
export function togetherEmitted(group: Namesakes, facts: Facts<Spec>): Verdict | undefined {
  const debts = group.members
    .flatMap((one) => {
      const debt = owed(POLICY, one, facts)
      return debt === undefined ? [] : [{ one, debt }]
    })
    .toSorted((one, other) => one.debt.by - other.debt.by)
  const verdicts = group.endpoints.flatMap((endpoint): Verdict[] => {
    const left = [...endpoint.about]
    const missing = debts.filter(({ debt }) => {
      const place = left.findIndex((arrival) => isInTime(arrival, debt, facts))
      if (place >= 0) left.splice(place, 1)
      return place < 0 && isOwedTo(endpoint, debt, facts)
    })
    const [first] = missing
    if (first === undefined)
      return endpoint.about.length > 0 && endpoint.about.length === debts.length ? [passed()] : []
    if (facts.until?.reached !== true) return [cutOff(NOT_REACHED)]
    if (
      endpoint.arrivals.some((arrival) => debts.some(({ one }) => mayBeItsPolicy(arrival, one.quote, facts)))
    )
      return [cannotTell(`${POLICY} came, but it is not known of which quote`)]
    return [
      failed({
        ...finding(
          lastShown(first.one),
          `${POLICY} of each of the ${debts.length} quotes of this insured that were issued`,
          `${debts.length - missing.length} in time among ${endpoint.arrivals.length} deliveries`,
        ),
        cause: { expected: `${POLICY} of the quote`, observed: 'none' },
        absence: true,
      }),
    ]
  })
  return verdictOf(verdicts)
}

const isOwedTo = (endpoint: EndpointOfQuote, debt: Debt, facts: Facts<Spec>): boolean =>
  isOverdue(debt, facts) &&
  endpoint.isPlain &&
  endpoint.from <= debt.after &&
  isSubscribed(POLICY, endpoint) &&
  isInService(endpoint, debt.by, facts, facts.spec.delivery.breaker.failures)

/** Says whether the policies of all quotes that can have been issued by a moment were announced before it. */
export const areAllAnnounced = (group: Namesakes, moment: number): boolean =>
  group.endpoints.some((endpoint) => before(moment, endpoint).length >= mayBeIssued(group, moment))
