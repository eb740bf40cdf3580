import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import {
  all,
  allDecided,
  cannotTell,
  type Finding,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { withoutCopies } from '../../../vocabulary/attempts/copies.ts'
import { timestampOf } from '../../../vocabulary/attempts/moment.ts'
import { claim } from '../../../vocabulary/context.ts'
import { breach } from '../../../vocabulary/events/breach.ts'
import { eventIdOf, typeOf } from '../../../vocabulary/events/event.ts'

/** All attempts to deliver one event to one endpoint. */
export type EventAttempts = readonly Arrival[]

/** Names the event type in each finding about the attempts at an event: each type may have a schedule of its own. */
export function ofItsType(attempts: EventAttempts, verdict: Verdict): Verdict {
  const type = attempts.map(typeOf).find((one) => one !== undefined)
  if (verdict.kind !== 'failed' || type === undefined) return verdict
  const named = ({ expected, cause, ...rest }: Finding): Finding => ({
    ...rest,
    expected: `${expected} (${type})`,
    cause: { ...cause, expected: `${cause?.expected ?? expected} (${type})` },
  })
  return { ...verdict, findings: verdict.findings.map(named) }
}

/** Makes the claims on each attempt after the first, whatever came before it (R24). */
export function attemptClaims<T>(
  seriesOf: (trace: T) => readonly EventAttempts[],
  name?: string,
): readonly Claim<T, Spec>[] {
  const each = (requirement: string, judge: (attempts: EventAttempts) => Verdict): Claim<T, Spec> =>
    claim(
      requirement,
      (trace) => {
        const repeated = seriesOf(trace).filter(({ length }) => length > 1)
        return repeated.length === 0
          ? cannotTell('there were no two attempts')
          : allDecided(repeated.map((attempts) => ofItsType(attempts, judge(attempts))))
      },
      name,
    )
  return [
    each('delivery-event-id-kept', keepsId),
    each('delivery-timestamp-of-the-attempt', movesOn),
    each('signature-of-each-attempt', signedAnew),
  ]
}

function keepsId([first, ...others]: EventAttempts): Verdict {
  const id = first && String(eventIdOf(first))
  return all(
    others.map((one) =>
      String(eventIdOf(one)) === id ? passed() : breach(one, String(id), String(eventIdOf(one)), 'event-id'),
    ),
  )
}

/**
 * Least time between two attempts whose timestamps must differ, in milliseconds; twice that for whole
 * seconds.
 */
const APART_MS = 500

/** Judges that timestamps move on with each attempt; in whole seconds, two may be equal. */
function movesOn(attempts: EventAttempts): Verdict {
  const own = withoutCopies(attempts)
  if (own.length < 2) return cannotTell('only copies followed')
  const verdicts = own.slice(1).map((attempt, before): Verdict => {
    const previous = own[before] as Arrival
    const [from, to] = [timestampOf(previous), timestampOf(attempt)]
    if (from === undefined || to === undefined) return cannotTell('a Timestamp cannot be read')
    const apart = attempt.earliest - previous.latest
    const isRounded = [from, to].some(({ least, most }) => least < most)
    const wanted = apart < (isRounded ? 2 * APART_MS : APART_MS) ? 0 : apart / 2
    const moved = middle(to) - middle(from)
    return moved >= wanted
      ? wanted > 0
        ? passed()
        : cannotTell('no two attempts are known to differ in time')
      : breach(
          attempt,
          `a Timestamp at least ${Math.round(wanted)} ms after that of the attempt before it`,
          `${moved} ms`,
          'timestamp',
        )
  })
  return allDecided(verdicts)
}

const middle = ({ least, most }: { readonly least: number; readonly most: number }): number =>
  (least + most) / 2

function signedAnew(attempts: EventAttempts): Verdict {
  return all(
    attempts.map((attempt) =>
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
