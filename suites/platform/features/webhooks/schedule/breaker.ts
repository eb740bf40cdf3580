import type { Arrival, Script, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { attemptsOf } from '../event.ts'
import { breakByAttempts } from './breaker-attempts.ts'
import { breakerClaims } from './breaker-claims.ts'
import { breakByDeliveries } from './breaker-deliveries.ts'
import { type Part, part, type Stage } from './part.ts'
import { statusOf, waitsUntilDisabled } from './status.ts'
import { climbMs } from './timing.ts'

/** Failed attempts by themselves, or only events that failed for good: both are legal (R27). */
export type Reading = 'attempts' | 'deliveries'

/** What the operator said of endpoints that failed in different ways, and what arrived at them. */
export interface BreakerTrace {
  readonly reading: Reading
  /** After one failure less than opens it. */
  readonly below: string
  /** After as many again, once the window is over. */
  readonly belowAgain: string
  /** After one more, almost a window after the others; undefined where a success in between may have reset the count. */
  readonly spread?: string
  /** After one more that followed a success. */
  readonly afterSuccess: string
  /** After enough. */
  readonly open: string
  /** What the endpoint got while it was out of service, and for how long that was watched, in milliseconds. */
  readonly whileOpen: readonly Arrival[]
  readonly watchedMs: number
  readonly stillOpen: string
  /** What a sound endpoint got of an event that arose meanwhile. */
  readonly elsewhere: readonly Arrival[]
  /** What the endpoint got of an event that arose after it was taken back. */
  readonly afterwards: readonly Arrival[]
  /** What came, after all, of an event and of a repeat that fell due meanwhile. */
  readonly lateEvents: number
  readonly lateRepeats: number
  /** Events of quotes that the suite did not make in this time: they may have moved any count. */
  readonly foreignDeliveries: number
  /** Whether the first attempt came with a copy beside it: how copies count is open. */
  readonly copies: boolean
}

/** What is known when five attempts have failed. */
export interface Opening extends Pick<BreakerTrace, 'below' | 'copies'> {
  readonly quote: Quote
}

/** Endpoints that fail in different ways; all of them hear of every quote. */
export interface Failing {
  /** Fails always: it is to be taken out of service. */
  readonly always: WebhookEndpoint
  /** Fails four times now and four times when the window is over. */
  readonly below: WebhookEndpoint
  /** Fails four times, and once more within the window. */
  readonly spread: WebhookEndpoint
  /** Fails four times, then succeeds, then fails once more. */
  readonly afterSuccess: WebhookEndpoint
}

export const FAILURE = { kind: 'answer', status: 500 } as const
export const SUCCESS = { kind: 'answer', status: 200 } as const
export const STEP_MS = 1000

/** How long five attempts are waited for, in milliseconds. */
export const untilFive = ({ delivery }: Spec, slackMs: number): number =>
  Math.max(45_000, 2 * climbMs(delivery.breaker.failures, delivery, slackMs))

/** How much later than at the end of the window the suite takes it to be over, and earlier, to be still on; milliseconds. */
export const MARGIN_MS = 20_000

/** So many failures, then success. */
export const failing = (times: number): Script => [...Array.from({ length: times }, () => FAILURE), SUCCESS]

/** Five failures within five minutes take an endpoint out of service until it is enabled again (8.breaker). */
export const circuitBreaker: Part = part<BreakerTrace>({
  id: 'breaker',
  needs: ['register_endpoint', 'endpoint_status', 'enable_endpoint'],
  lastsMs,
  async open(context) {
    const { webhooks, spec } = context
    const four = failing(spec.delivery.breaker.failures - 1)
    const open = (script: Script) => webhooks.open(['quote.created'], script)
    const endpoints: Failing = {
      always: await open([FAILURE]),
      below: await open(four),
      spread: await open(four),
      afterSuccess: await open(four),
    }
    return (stage) => trip(context, stage, endpoints)
  },
  claims: breakerClaims,
})

/** By the longer of the two readings: a ladder, the window, and a second ladder that ends after it. */
function lastsMs({ delivery: { attempts, breaker } }: Spec): number {
  const ladder = attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)
  return ladder + breaker.windowMs + 4 * MARGIN_MS
}

async function trip(context: PlatformContext, { quote }: Stage, endpoints: Failing): Promise<BreakerTrace> {
  const { webhooks, facts, spec } = context
  const { failures } = spec.delivery.breaker
  const seen = (endpoint: WebhookEndpoint) => attemptsOf(quote, endpoint).length
  const { always, below } = endpoints
  // What a platform cannot reach it puts out of service, too, and rightly so.
  const patienceMs = facts.timing.rating + facts.timing.deliverySlack
  if (!(await webhooks.until(() => seen(always) > 0, patienceMs, 100)))
    throw new CannotTell('nothing at all arrived at the receiver')
  const copies = seen(always) > 1
  // Five failed attempts of one event come within seconds: they count, or they do not.
  const five = () => seen(always) >= failures && seen(below) >= failures
  await webhooks.watch(untilFive(spec, facts.timing.deliverySlack), STEP_MS, five)
  const probed = await waitsUntilDisabled(context, always)
  const opening = { quote, copies, below: String(await statusOf(context, below)) }
  return probed === 'disabled'
    ? breakByAttempts(context, endpoints, opening)
    : breakByDeliveries(context, endpoints, opening)
}
