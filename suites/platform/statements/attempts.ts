import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { all, allDecided, passed, type Verdict } from '../../../conformance/verdict.ts'
import { isTakenAtOnce } from '../ledger/endpoints.ts'
import { type AttemptSeries, seriesIn } from '../ledger/series.ts'
import { COPY_MS, withoutCopies } from '../vocabulary/attempts/copies.ts'
import { timestampOf } from '../vocabulary/attempts/moment.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIdOf } from '../vocabulary/events/event.ts'
import type { Span } from '../vocabulary/time/span.ts'
import { ofEachSeries } from './of-each-series.ts'

/** Judges that repeats with the bytes of the first attempt have its Event-ID (R24). Other bytes may be those of another event. */
function keepsId({ attempts: [first, ...others] }: AttemptSeries): Verdict | undefined {
  const same = others.filter(({ bodySha256 }) => bodySha256 === first?.bodySha256)
  if (first === undefined || same.length === 0) return undefined
  const id = String(eventIdOf(first))
  return all(
    same.map((one) =>
      String(eventIdOf(one)) === id ? passed() : breach(one, id, String(eventIdOf(one)), 'event-id'),
    ),
  )
}

/**
 * Least time between two attempts whose timestamps must differ, in milliseconds; twice that for whole
 * seconds.
 */
const APART_MS = 500

/** Judges that timestamps move on with each attempt (R24). In whole seconds, two may be equal. */
function movesOn({ attempts }: AttemptSeries): Verdict | undefined {
  const own = withoutCopies(attempts)
  const verdicts = own.slice(1).flatMap((attempt, before) => {
    const previous = own[before] as Arrival
    // After a success no attempt is owed: a queue may send the same one again.
    return isTakenAtOnce(previous) ? [] : (moved(previous, attempt) ?? [])
  })
  return verdicts.length === 0 ? undefined : allDecided(verdicts)
}

/** Judges the Timestamp of an attempt by that of an earlier one. Undefined where the two are not known to differ in time. */
export function moved(previous: Arrival, attempt: Arrival): Verdict | undefined {
  const [from, to] = [timestampOf(previous), timestampOf(attempt)]
  if (from === undefined || to === undefined) return undefined
  const apartMs = attempt.earliest - previous.latest
  const isRounded = [from, to].some(({ least, most }) => least < most)
  const wanted = apartMs < (isRounded ? 2 * APART_MS : APART_MS) ? 0 : apartMs / 2
  const movedMs = middle(to) - middle(from)
  if (movedMs >= (wanted === 0 ? -COPY_MS : wanted)) return wanted > 0 ? passed() : undefined
  const expected = `a Timestamp at least ${Math.round(wanted)} ms after that of the attempt before it`
  return breach(attempt, expected, `${movedMs} ms`, 'timestamp', {
    expected: 'a Timestamp of the attempt',
    observed: 'an earlier one',
  })
}

const middle = ({ least, most }: Span): number => (least + most) / 2

/** Judges that each attempt is signed over its own Timestamp (6.signature, R24). */
function signedAnew({ attempts }: AttemptSeries): Verdict | undefined {
  const known = attempts.filter(({ signature }) => signature.signedWith !== 'unknown')
  if (known.length < 2) return undefined
  return all(
    known.map((attempt) =>
      attempt.signature.signedWith === 'none'
        ? breach(
            attempt,
            'a signature over its own Timestamp',
            attempt.signature.diagnosis ?? 'another value',
            'x-platform-signature',
          )
        : passed(),
    ),
  )
}

/** Statements on each attempt at an event after the first, whatever came before it and wherever it went (6.headers, 6.signature, R24). */
export const attemptStatements: readonly PlatformStandingClaim[] = [
  ofEachSeries('delivery-event-id-kept', seriesIn, keepsId),
  ofEachSeries('delivery-timestamp-of-the-attempt', seriesIn, movesOn),
  ofEachSeries('signature-of-each-attempt', seriesIn, signedAnew),
]
