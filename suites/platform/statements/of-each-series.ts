import type { Exchange } from '../../../conformance/exchange.ts'
import type { EntryKind } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { allDecided, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { ApartSubject } from '../../apart.ts'
import { isDone } from '../ledger/endpoints.ts'
import { type AttemptSeries, seriesIn } from '../ledger/series.ts'
import { withoutAnswer } from '../vocabulary/attempts/answered.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { typeOf } from '../vocabulary/events/event.ts'
import type { Span } from '../vocabulary/time/span.ts'
import { apart, underCircumstances } from './under-circumstances.ts'
import { wordsOfDelivery } from './under-quotes.ts'

/** Judges one series of attempts; undefined where it does not concern the statement. */
type JudgeSeries<T extends AttemptSeries> = (one: T, facts: Facts<Spec>) => Verdict | undefined

/**
 * Makes a statement about every series of attempts at an event, at every endpoint of every ledger. Its verdict names the circumstances of
 * the series. It cannot tell where each of them leaves it open and a time was not measured closely enough.
 *
 * @param seriesOf reads the series from the ledger
 * @param relies the kinds of entries of which none may be missing
 */
export const ofEachSeries = <T extends AttemptSeries>(
  requirement: string,
  seriesOf: (facts: Facts<Spec>) => readonly T[],
  judge: JudgeSeries<T>,
  relies: readonly EntryKind[] = [],
): PlatformStandingClaim => ({
  requirement,
  shownIn: ['webhooks/schedule'],
  needs: [{ offers: 'webhooks' }],
  ...(relies.length > 0 && { relies }),
  judge(facts) {
    const judged = seriesOf(facts).flatMap((one): ApartSubject[] => {
      const verdict = judge(one, facts)
      return verdict === undefined ? [] : [{ verdict, under: wordsOf(facts)(one) }]
    })
    if (judged.length === 0) return undefined
    const verdict = underCircumstances(judged, apart(judged, 'events'), allDecided)
    if (verdict.kind === 'cannot-tell') return verdict.measured && verdict
    if (verdict.kind !== 'passed') return verdict
    const under = judged.flatMap((one) => (one.verdict.kind === 'passed' ? one.under : []))
    return { ...verdict, under: [...new Set(under)] }
  },
})

/** The same statement, which says nothing where no time was measured closely enough: only some scenarios move the clock for that. */
export const whereDecided = (statement: PlatformStandingClaim): PlatformStandingClaim => ({
  ...statement,
  judge(facts) {
    const verdict = statement.judge(facts)
    return verdict?.kind === 'cannot-tell' ? undefined : verdict
  },
})

/** The circumstances of each series in words: what the event is about, what the receiver answered, what the operator did meanwhile. */
const wordsOf = onceFor((facts: Facts<Spec>) =>
  onceFor((one: AttemptSeries): readonly string[] => {
    const [first] = one.attempts
    return [
      ...one.attempts.flatMap((attempt) => typeOf(attempt) ?? []).slice(0, 1),
      ...(one.endpoint.partner === 'other' ? ['of the other partner'] : []),
      ...(first === undefined ? [] : wordsOfDelivery(first, facts)),
      ...new Set(one.attempts.slice(0, -1).flatMap(answeredBy)),
      ...(isBesideAnother(one, facts) ? ['while another event is repeated'] : []),
      ...changedMeanwhile(one, facts),
    ].filter((word, place, all) => all.indexOf(word) === place)
  }),
)

/** The words for how an attempt was answered; none for a usual failure. */
function answeredBy({ answered }: Arrival): readonly string[] {
  if (answered.kind !== 'answer') return [`after a ${withoutAnswer(answered)}`]
  if (answered.outlastsMs !== undefined) return ['after a late answer']
  return answered.status === 500 ? [] : [`after a ${answered.status}`]
}

/** Says whether another event was repeated at the same endpoint meanwhile. */
function isBesideAnother(one: AttemptSeries, facts: Facts<Spec>): boolean {
  const { least, most } = spanOf(one, facts)
  return seriesIn(facts).some((other) => {
    if (other.endpoint !== one.endpoint || other.attempts[0] === one.attempts[0]) return false
    const beside = spanOf(other, facts)
    return other.attempts.length > 1 && beside.least < most && beside.most > least
  })
}

/** The target time from the first attempt to the moment at which one after the last would be due. */
function spanOf({ attempts }: AttemptSeries, { spec }: Facts<Spec>): Span {
  const next = spec.delivery.attempts[attempts.length]?.delayMs ?? 0
  return { least: attempts[0]?.latest ?? 0, most: (attempts.at(-1)?.latest ?? 0) + next }
}

/** Says in words how the operator changed the endpoint, or others beside it, while the event was repeated. */
function changedMeanwhile(one: AttemptSeries, facts: Facts<Spec>): readonly string[] {
  const { least, most } = spanOf(one, facts)
  const isMeanwhile = ({ targetMs }: Exchange) => targetMs >= least && targetMs <= most
  const named = (name: string, some = one.endpoint.changes) =>
    some.filter((other) => other.action?.name === name && isDone(other))
  const enabled = named('enable_endpoint')
  return [
    named('rotate_secret').some(isMeanwhile) && 'while the secret is rotated',
    enabled.some(isMeanwhile) && 'while the endpoint is enabled',
    enabled.some(({ targetMs }) => targetMs < least) && 'after the endpoint was enabled again',
    named('register_endpoint', facts.exchanges).some(isMeanwhile) && 'while another endpoint is registered',
  ].flatMap((word) => word || [])
}
