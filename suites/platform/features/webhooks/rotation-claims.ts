import type { Arrival, SecretFacts } from '../../../../conformance/ports/webhooks.ts'
import {
  all,
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { claim } from '../../vocabulary/context.ts'
import { breach } from '../../vocabulary/events/breach.ts'
import { MINUTE_MS, PAST_GRACE_MS } from './rotation-rounds.ts'
import { eachRotationNew } from './secrets.ts'

export interface Sample {
  readonly afterMs: number
  readonly arrivals: readonly Arrival[]
}

export interface RotationTrace {
  readonly before: readonly Arrival[]
  /** For each rotation, the arrivals at its moments. */
  readonly rounds: readonly (readonly Sample[])[]
  /** Facts about the endpoint's secrets, the oldest first. */
  readonly secrets: readonly SecretFacts[]
  /** Arrivals after the endpoint was disabled, its grace periods had ended and it was enabled; absent where that failed. */
  readonly reopened?: readonly Arrival[]
}

/** Claims on the secrets that sign after a rotation (6.signature.3, R29). */
export const rotationClaims = [
  claim<RotationTrace>('rotation-grace-takes-either-secret', ({ before, rounds }) =>
    signedBy(
      before,
      rounds.flat().flatMap(({ arrivals }) => arrivals),
      'current',
      'former',
    ),
  ),
  claim<RotationTrace>('rotation-ends-with-the-new-secret', ({ before, rounds, reopened }) => {
    const late = rounds.flat().filter(({ afterMs }) => afterMs >= PAST_GRACE_MS)
    if (late.length === 0) return cannotTell('a grace period may last a day', 'operator.advance_clock')
    // Another claim judges an enabled endpoint that gets nothing.
    const samples = [...late.map(({ arrivals }) => arrivals), ...(reopened?.length ? [reopened] : [])]
    return all(samples.map((arrivals) => signedBy(before, arrivals, 'current')))
  }),
  claim<RotationTrace>(
    'rotation-makes-a-new-secret',
    ({ secrets }) =>
      secrets.length < 2 ? cannotTell('the secret was not rotated') : eachRotationNew([secrets]),
    'once the grace period of the one before is over',
  ),
  claim<RotationTrace>('observe-rotation-grace-length', ({ rounds }) => {
    const former = rounds
      .flat()
      .filter(({ arrivals }) => arrivals.some(({ signature }) => signature.signedWith === 'former'))
    const last = Math.max(...former.map(({ afterMs }) => afterMs))
    return observed(
      former.length === 0
        ? 'the new secret signs at once'
        : `the old secret still signs after ${last / MINUTE_MS} minutes`,
    )
  }),
  claim<RotationTrace>('weak-spot-one-signature-header', () =>
    observed('one signature header cannot carry a value for each of the two secrets of a rotation'),
  ),
]

function signedBy(
  before: readonly Arrival[],
  arrivals: readonly Arrival[],
  ...right: readonly string[]
): Verdict {
  if (before.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (before.some(({ signature }) => signature.signedWith !== 'current'))
    return cutOff('the secret did not sign before it was rotated')
  if (arrivals.length === 0)
    return failed({
      expected: `a delivery signed with the ${right.join(' or ')} secret`,
      observed: 'no delivery after the rotation',
      at: 'deliveries',
      absence: true,
    })
  return all(
    arrivals.map((arrival) =>
      right.includes(arrival.signature.signedWith)
        ? passed()
        : breach(
            arrival,
            `the ${right.join(' or ')} secret`,
            arrival.signature.diagnosis ?? arrival.signature.signedWith,
            'x-platform-signature',
          ),
    ),
  )
}
