import type { Arrival, Incoming, Script } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { delayBefore, type RetryTrace, retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { climbMs } from '../../../../vocabulary/attempts/timing.ts'
import { claim, type PlatformContext } from '../../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import { retryStep } from '../retries/claims.ts'
import { climb, silenceOf } from '../retries/climb.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'

/** The attempts at two events for one endpoint; the newer event arises while the older one is repeated. */
interface Pair {
  readonly older: RetryTrace
  readonly newer: RetryTrace
}

const fails = { kind: 'answer', status: 500 } as const
const ok = { kind: 'answer', status: 200 } as const

/** A plan for two overlapping events at one endpoint. */
interface Overlap {
  readonly older: Script
  readonly newer: Script
  /** Number of failed attempts at the older event when the newer one arises. */
  readonly newerAfter: number
  /** Time from the last of them to the newer event, in milliseconds. */
  readonly pauseMs: number
  /** True where the failures may disable the endpoint, so that it has to be enabled again. */
  readonly reenables: boolean
  /** The events whose attempts are judged. */
  readonly judged: readonly ('older' | 'newer')[]
}

const OVERLAPS = {
  /** A platform that uses the delay of the event with the most attempts is late with the newer one. */
  'further on': {
    older: [fails, fails, fails, ok],
    newer: [fails, ok],
    newerAfter: 3,
    pauseMs: 0,
    reenables: false,
    judged: ['older', 'newer'],
  },
  /** A platform that uses the delay of the latest event is early with the older one. */
  behind: {
    older: [fails, fails, ok],
    // Two failures: a platform may forget to repeat what is not the first type of an endpoint.
    newer: [fails, fails, ok],
    newerAfter: 1,
    pauseMs: 500,
    reenables: false,
    judged: ['older', 'newer'],
  },
  /** Delays so different that no tolerance covers both. */
  'far on': {
    older: [...Array.from({ length: 7 }, () => fails), ok],
    newer: [fails, ok],
    newerAfter: 7,
    pauseMs: 5000,
    reenables: true,
    judged: ['newer'],
  },
} as const satisfies Record<string, Overlap>

type OverlapTrace = Readonly<Record<keyof typeof OVERLAPS, Pair>>

/**
 * Checks that two events keep their own delays while both are repeated at one endpoint (8.retry, R25). The newer one is
 * `broker.added`, since it does not wait for a rating.
 */
export const overlappingRetries: Part = part<OverlapTrace>({
  id: 'overlap',
  needs: ['register_endpoint', 'add_broker'],
  lastsMs: ({ delivery }) => climbMs(OVERLAPS['far on'].older.length + 1, delivery, 0) + silenceOf(delivery),
  async open(context, quotes) {
    const furtherOn = await openPair(context, quotes, OVERLAPS['further on'])
    const behind = await openPair(context, quotes, OVERLAPS.behind)
    const farOn = await openPair(context, quotes, OVERLAPS['far on'])
    return async (shared) => {
      const [one, other, last] = await Promise.all([furtherOn(shared), behind(shared), farOn(shared)])
      return { 'further on': one, behind: other, 'far on': last }
    }
  },
  claims: [
    ...ofPair('further on', 'while an older event is further on'),
    ...ofPair('behind', 'while a newer event is behind'),
    ...ofPair('far on', 'while an older event is far on'),
  ],
})

/** Makes the claims on every repeat of the judged events. */
function ofPair(id: keyof OverlapTrace, name: string): readonly Claim<OverlapTrace, Spec>[] {
  const numbersOf = (script: Script) => script.slice(1).map((_, place) => place + 2)
  return OVERLAPS[id].judged.flatMap((which) =>
    numbersOf(OVERLAPS[id][which]).map((number) =>
      claim<OverlapTrace>(
        `retry-attempt-${number}`,
        ({ [id]: pair }, facts) =>
          unlessApart(pair, OVERLAPS[id], facts.spec) ?? retryStep(pair[which], number, facts),
        `of the ${which} event ${name}`,
      ),
    ),
  )
}

/** Opens and scripts an endpoint; the returned function watches both events there. */
async function openPair(
  context: PlatformContext,
  quotes: ScheduleQuotes,
  { older, newer, newerAfter, pauseMs, reenables }: Overlap,
): Promise<(shared: SharedQuote) => Promise<Pair>> {
  const { webhooks, operator, facts, clock } = context
  const endpoint = await webhooks.open(['quote.created', 'broker.added'])
  const broker = newBroker(context)
  const isNewer = (delivery: Incoming) => isNamed(delivery, broker.name)
  const isOlder = (delivery: Incoming) => quotes.isAbout('shared', 'quote.created', delivery)
  endpoint.answer(older, { concerns: isOlder, copyMs: COPY_MS })
  endpoint.answer(newer, { concerns: isNewer, copyMs: COPY_MS })
  const of = (concerns: typeof isNewer) => () =>
    endpoint.arrivals().filter((one) => !isRedirected(one) && concerns(one))
  const common = {
    endpoint,
    firstMs: facts.timing.rating + facts.timing.deliverySlack,
  }
  return async (shared) => {
    let second: ReturnType<typeof climb> | undefined
    const first = await climb(
      context,
      {
        ...common,
        reenables,
        attempts: of(isOlder),
        async after(failed) {
          if (failed !== newerAfter) return
          await clock.sleep(pauseMs)
          // A disabled endpoint may lose the new event.
          if (reenables && (await statusOf(context, endpoint)) === 'disabled') return
          await operator.perform('add_broker', { ...broker })
          second = climb(context, { ...common, reenables: false, attempts: of(isNewer) }, shared)
          second.catch(() => undefined)
        },
      },
      shared,
    )
    const none = { attempts: [], silenceMs: 0, slackMs: facts.timing.deliverySlack, heldUpMs: 0 }
    return {
      older: { ...first, foreignDeliveries: 0 },
      newer: { ...((await second) ?? none), foreignDeliveries: 0 },
    }
  }
}

/** Says why two events cannot be judged together; undefined where they can. */
function unlessApart(pair: Pair, { newerAfter }: Overlap, spec: Spec): Verdict | undefined {
  const [first] = pair.newer.attempts
  const before = retryStepsOf(pair.older, spec.delivery)[newerAfter - 1]?.attempt
  const isBetween =
    first !== undefined &&
    before !== undefined &&
    first.latest - before.latest < delayBefore(newerAfter + 1, spec.delivery)
  return isBetween ? unlessOut(pair, spec) : cannotTell('the events were not repeated at the same time')
}

/** Says why the retry schedules cannot be judged: enough failures, with copies, may have opened the breaker. */
function unlessOut({ older, newer }: Pair, { delivery: { breaker } }: Spec): Verdict | undefined {
  const failed = [older, newer].flatMap(({ attempts }) => attempts.filter(isFailure))
  return failed.length >= breaker.failures && older.atTheEnd !== 'enabled'
    ? cannotTell('failed attempts may have opened the breaker', 'operator.endpoint_status')
    : undefined
}

const isFailure = ({ answered }: Arrival): boolean => answered.kind !== 'answer' || answered.status >= 300
