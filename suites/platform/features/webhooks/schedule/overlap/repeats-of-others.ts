import type { Arrival, Incoming } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import { silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { IN_FLIGHT_MS } from '../breaker/endpoints.ts'
import { type Part, part } from '../part.ts'
import { retriesMs } from '../retries/part.ts'

/** Deliveries of several events to an endpoint that refuses all, and when it was found disabled. */
interface OutTrace {
  readonly arrivals: readonly Arrival[]
  /** Target time; absent where it stayed enabled. */
  readonly outSince?: number
  readonly watchedMs: number
}

/** Number of events that disable an endpoint, by their first attempts or by their last ones. */
const AT_ONCE = 5
/** Delay of one more event: its attempts are between those of the others, and go on after them. */
const LATER_MS = 60_000
/** Steps of the clock: small at first, since the first repeats come after a second. */
const SHARP = { ms: 500, untilMs: 5000, restMs: 5000 }

/** Checks that a disabled endpoint gets no repeats of other events either (8.breaker, R27). */
export const repeatsOfOthers: Part = part<OutTrace>({
  id: 'repeats-of-others',
  needs: ['register_endpoint', 'add_broker', 'endpoint_status'],
  lastsMs: ({ delivery }) => LATER_MS + retriesMs(delivery),
  async open(context) {
    const { webhooks, operator, clock, facts, spec } = context
    const brokers = Array.from({ length: AT_ONCE + 1 }, () => newBroker(context))
    const isOwn = (delivery: Incoming) => brokers.some(({ name }) => isNamed(delivery, name))
    const endpoint = await webhooks.open(['broker.added'])
    endpoint.answer([{ kind: 'answer', status: 500 }], { concerns: isOwn })
    const [later, ...atOnce] = brokers
    const longestMs = silenceOf(spec.delivery) + facts.timing.deliverySlack
    return async ({ rated }) => {
      await rated
      const begun = clock.now()
      for (const broker of atOnce) await operator.perform('add_broker', { ...broker })
      const limit = begun + LATER_MS + retriesMs(spec.delivery)
      let outSince: number | undefined
      let end = limit
      let isLaterMade = false
      while (clock.now() < end) {
        if (outSince === undefined && (await statusOf(context, endpoint)) === 'disabled') {
          outSince = clock.now()
          end = Math.min(limit, outSince + longestMs)
        }
        if (!isLaterMade && outSince === undefined && clock.now() - begun >= LATER_MS) {
          isLaterMade = true
          await operator.perform('add_broker', { ...later })
        }
        const stepMs = clock.now() - begun < SHARP.untilMs ? SHARP.ms : SHARP.restMs
        await webhooks.watch(stepMs, stepMs)
      }
      const watchedMs = Math.round(clock.now() - (outSince ?? begun))
      return {
        arrivals: endpoint.arrivals().filter(isOwn),
        ...(outSince !== undefined && { outSince }),
        watchedMs,
      }
    }
  },
  claims: [claim('breaker-stops-deliveries', nothingAfter, 'that repeat other events')],
})

/** Judges that nothing came after the endpoint was disabled. */
export function nothingAfter({ arrivals, outSince, watchedMs }: OutTrace): Verdict {
  if (outSince === undefined) return cannotTell('the endpoint was not taken out of service')
  const late = arrivals.filter(({ earliest }) => earliest > outSince + IN_FLIGHT_MS)
  const [first] = late
  return first === undefined
    ? passed(`watched for ${watchedMs} ms`)
    : breach(first, 'no delivery to a disabled endpoint', `${late.length} attempts`, 'endpoint')
}
