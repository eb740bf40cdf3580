import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { all, cannotTell, cutOff, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { breach } from './breach.ts'
import { attemptsOf } from './event.ts'

const MINUTE_MS = 60_000

/** When events are made after a rotation, in milliseconds; the last lies past the longest grace period (R29). */
const MOMENTS = [0, 5 * MINUTE_MS, 60 * MINUTE_MS, 25 * 60 * MINUTE_MS]

interface Sample {
  readonly afterMs: number
  readonly arrivals: readonly Arrival[]
}

interface Trace {
  readonly before: readonly Arrival[]
  readonly after: readonly Sample[]
}

/** Old and new secret during a grace period, then the new one (6.signature.3, R29). */
export const secretRotation: PlatformScenario = scenario<Trace>({
  id: 'webhooks/rotation',
  title: 'A rotated secret signs after a grace period at the latest',
  needs: [{ offers: 'endpoints' }, { operator: 'rotate_secret' }],
  alone: true,
  async drive({ quotes, webhooks, clock, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    const deliver = async () => {
      const quote = await quotes.create('ready_to_bind')
      await webhooks.until(() => attemptsOf(quote, endpoint).length > 0, facts.timing.rating, 500)
      return attemptsOf(quote, endpoint)
    }
    const before = await deliver()
    await endpoint.rotate()
    const rotated = clock.now()
    const after: Sample[] = []
    // Nobody waits for a day.
    for (const moment of clock.virtual ? MOMENTS : MOMENTS.slice(0, 1)) {
      await clock.sleep(Math.max(0, rotated + moment - clock.now()))
      after.push({ afterMs: moment, arrivals: await deliver() })
    }
    return { before, after }
  },
  claims: [
    claim('rotation-grace-takes-either-secret', (trace) => signedBy(trace, 'current', 'former')),
    claim('rotation-ends-with-the-new-secret', ({ before, after }) =>
      after.length < MOMENTS.length
        ? cannotTell('a grace period may take a day', 'operator.advance_clock')
        : signedBy({ before, after: after.slice(-1) }, 'current'),
    ),
    claim('observe-rotation-grace-length', ({ after }) => {
      const former = after.filter(({ arrivals }) =>
        arrivals.some(({ signature }) => signature.signedWith === 'former'),
      )
      const last = former.at(-1)
      return observed(
        last === undefined
          ? 'the new secret signs at once'
          : `the old secret still signs after ${last.afterMs / MINUTE_MS} minutes`,
      )
    }),
    claim('weak-spot-one-signature-header', () =>
      observed('one signature header cannot carry a value for each of the two secrets of a rotation'),
    ),
  ],
})

function signedBy({ before, after }: Trace, ...right: readonly string[]): Verdict {
  if (before.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (before.some(({ signature }) => signature.signedWith !== 'current'))
    return cutOff('the secret did not sign before it was rotated')
  const arrivals = after.flatMap((sample) => sample.arrivals)
  if (arrivals.length === 0) return cannotTell('nothing arrived after the rotation')
  return all(
    arrivals.map((arrival) =>
      right.includes(arrival.signature.signedWith)
        ? passed()
        : breach(
            arrival,
            `the ${right.join(' or ')} secret`,
            arrival.signature.signedWith,
            'x-platform-signature',
          ),
    ),
  )
}
