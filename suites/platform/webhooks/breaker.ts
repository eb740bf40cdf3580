import { cannotTell, cutOff, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Arrival, Script, WebhookEndpoint } from '../../../conformance/webhooks.ts'
import type { Delivery } from '../../../spec/delivery.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import type { Quote } from '../quotes/quotes.ts'
import { attemptsOf } from './event.ts'
import { statusOf } from './ladder.ts'

/** Failed attempts by themselves, or only events that failed for good: both are legal (R27). */
type Reading = 'attempts' | 'deliveries'

interface Trace {
  readonly reading: Reading
  /** What the operator said of the endpoint: after one failure less than opens it, twice over, and after enough. */
  readonly below: string
  readonly belowAgain: string
  readonly open: string
  /** What the endpoint got of an event that arose while it was out of service, and what a sound one got of it. */
  readonly whileOpen: readonly Arrival[]
  readonly elsewhere: readonly Arrival[]
  readonly stillOpen: string
  /** What it got of an event that arose after it was taken back. */
  readonly afterwards: readonly Arrival[]
  /** How much of the event that arose meanwhile came after all. */
  readonly lateArrivals: number
}

const FAILING: Script = [{ kind: 'answer', status: 500 }]
const SOUND: Script = [{ kind: 'answer', status: 200 }]
const STEP_MS = 1000

/** Five failures within five minutes take an endpoint out of service until it is enabled again (8.breaker). */
export const circuitBreaker: PlatformScenario = scenario<Trace>({
  id: 'webhooks/breaker',
  title: 'An endpoint that fails too often is left alone until it is enabled again',
  needs: ['webhooks', 'operator endpoint_status', 'operator enable_endpoint', 'operator advance_clock'],
  alone: true,
  drive: trip,
  claims: [
    claim('breaker-fits-a-reading', fitsAReading),
    claim('breaker-stays-closed-below-five', ({ below }) => is(below, 'enabled', 'after four failures')),
    claim('breaker-forgets-after-five-minutes', ({ below, belowAgain }) =>
      below === 'enabled'
        ? is(belowAgain, 'enabled', 'after four more, minutes later')
        : cutOff('it was open before'),
    ),
    claim('breaker-opens-at-five', ({ open }) => is(open, 'disabled', 'after five failures')),
    claim('breaker-stops-deliveries', (trace) => whenOpen(trace, nothingCame(trace.whileOpen))),
    claim('breaker-stays-open', (trace) =>
      whenOpen(trace, is(trace.stillOpen, 'disabled', 'ten minutes later')),
    ),
    claim('breaker-is-per-endpoint', (trace) =>
      whenOpen(
        trace,
        trace.elsewhere.length > 0
          ? passed()
          : failed({ expected: 'the event at the sound endpoint', observed: 'nothing', at: 'endpoint' }),
      ),
    ),
    claim('breaker-lets-enabled-endpoints-work', (trace) =>
      whenOpen(
        trace,
        trace.afterwards.length > 0
          ? passed()
          : failed({ expected: 'new events after it was enabled', observed: 'nothing', at: 'endpoint' }),
      ),
    ),
    claim('observe-events-while-disabled', (trace) =>
      whenOpen(trace, observed(trace.lateArrivals > 0 ? 'they are sent later' : 'they are lost')),
    ),
  ],
})

async function trip(context: PlatformContext): Promise<Trace> {
  const { quotes, webhooks, operator, clock, spec } = context
  const { breaker } = spec.delivery
  const reading = await readingOf(context)
  const sound = await webhooks.open(['quote.created'], SOUND)
  const failing = await webhooks.open(['quote.created'], FAILING)
  const status = async () => (await statusOf(context, failing, 'now')).now ?? 'unknown'

  await fail(context, failing, reading, breaker.failures - 1)
  const below = await status()
  await clock.sleep(breaker.windowMs + 60_000)
  await fail(context, failing, reading, breaker.failures - 1)
  const belowAgain = await status()
  await clock.sleep(breaker.windowMs + 60_000)
  await fail(context, failing, reading, breaker.failures)
  const open = await status()

  const during = await quotes.create('ready_to_bind')
  await quotes.settle(during.id)
  await clock.sleep(60_000)
  const whileOpen = attemptsOf(during, failing)
  await clock.sleep(2 * breaker.windowMs)
  const stillOpen = await status()
  failing.answer(SOUND)
  await operator.perform('enable_endpoint', { endpoint_id: failing.id })
  const after = await quotes.create('ready_to_bind')
  await webhooks.until(() => attemptsOf(after, failing).length > 0, 60_000, STEP_MS)
  return {
    reading,
    below,
    belowAgain,
    open,
    whileOpen,
    elsewhere: attemptsOf(during, sound),
    stillOpen,
    afterwards: attemptsOf(after, failing),
    lateArrivals: attemptsOf(during, failing).length - whileOpen.length,
  }
}

/** Five failed attempts of one event, within seconds: they count, or they do not. */
async function readingOf(context: PlatformContext): Promise<Reading> {
  const { quotes, webhooks, operator } = context
  const probe = await webhooks.open(['quote.created'], FAILING)
  const quote = await quotes.create('ready_to_bind')
  await webhooks.until(() => attemptsOf(quote, probe).length >= 5, 60_000, STEP_MS)
  const { now } = await statusOf(context, probe, 'now')
  probe.answer(SOUND)
  if (operator.can('delete_endpoint')) await operator.perform('delete_endpoint', { endpoint_id: probe.id })
  return now === 'disabled' ? 'attempts' : 'deliveries'
}

/** Makes so many failures of the kind that counts, and none beyond. */
async function fail(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  reading: Reading,
  count: number,
): Promise<void> {
  if (reading === 'attempts') return failAttempts(context, endpoint, count)
  const quotes: Quote[] = []
  for (let n = 0; n < count; n++) quotes.push(await context.quotes.create('ready_to_bind'))
  endpoint.answer(FAILING)
  const attempts = context.spec.delivery.attempts.length
  const ended = () => quotes.every((quote) => attemptsOf(quote, endpoint).length >= attempts)
  await context.webhooks.until(ended, longest(context.spec.delivery), STEP_MS)
}

/** One event is refused so often and taken then, so that its ladder ends there. */
async function failAttempts(
  { quotes, webhooks }: PlatformContext,
  endpoint: WebhookEndpoint,
  count: number,
): Promise<void> {
  endpoint.answer(
    [...Array.from({ length: count }, () => FAILING[0]), ...SOUND].filter((one) => one !== undefined),
  )
  const quote = await quotes.create('ready_to_bind')
  await webhooks.until(() => attemptsOf(quote, endpoint).length > count, 45_000, STEP_MS)
}

/** The whole ladder with all its tolerances, in milliseconds. */
const longest = ({ attempts }: Delivery): number =>
  attempts.reduce((sum, { delayMs }) => sum + delayMs * 1.25 + 2000, 0)

function is(status: string, wanted: string, when: string): Verdict {
  if (status !== 'enabled' && status !== 'disabled')
    return cannotTell(`the operator says ${status}`, 'operator.endpoint_status')
  return status === wanted
    ? passed()
    : failed({ expected: `${wanted} ${when}`, observed: status, at: 'endpoint status' })
}

function whenOpen({ open }: Trace, verdict: Verdict): Verdict {
  return open === 'disabled' ? verdict : cannotTell('the endpoint was not taken out of service')
}

function nothingCame(arrivals: readonly Arrival[]): Verdict {
  return arrivals.length === 0
    ? passed('watched for 60000 ms')
    : failed({
        expected: 'no delivery to a disabled endpoint',
        observed: `${arrivals.length} attempts`,
        at: 'endpoint',
      })
}

/** Either five attempts open it, or five events do; a target whose endpoint opens at neither fits no reading. */
function fitsAReading({ reading, open }: Trace): Verdict {
  return open === 'disabled'
    ? passed(`what counts: ${reading}`)
    : failed({
        expected: 'out of service after five failures',
        observed: `still ${open} by the reading ${reading}`,
      })
}
