import {
  all,
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../conformance/verdict.ts'
import type { Arrival, WebhookEndpoint } from '../../../conformance/webhooks.ts'
import type { Delivery } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import { breach } from './delivery.ts'
import { attemptsOf, eventIdOf, headerOf } from './event.ts'

/** How long nothing more may come after the tenth attempt, in milliseconds: twice the longest rung. */
const SILENCE_MS = 130_000

interface Trace {
  /** Target time when the quote was seen to be rated. */
  readonly ratedAt: number
  readonly attempts: readonly Arrival[]
  /** What the operator said of the endpoint after the fourth and the fifth failed attempt. */
  readonly afterFour?: string
  readonly afterFive?: string
  readonly silenceMs: number
}

/** A receiver that fails at once, from the first attempt to the last (8.retry, R25). */
export function ladderScenario(spec: Spec): PlatformScenario {
  const { attempts } = spec.delivery
  return scenario<Trace>({
    id: 'webhooks/ladder',
    title: 'An event that is refused is tried ten times, later and later',
    needs: ['webhooks', 'operator advance_clock'],
    alone: true,
    drive: climb,
    claims: [
      ...attempts.map(({ number }) =>
        claim<Trace>(`retry-attempt-${number}`, (trace, facts) => rung(trace, number, facts.spec.delivery)),
      ),
      claim('retry-ends-after-ten', noEleventh),
      claim('delivery-event-id-kept', (trace) => kept(trace, eventIdOf, 'event-id')),
      claim('payload-kept-over-attempts', (trace) => kept(trace, ({ bodySha256 }) => bodySha256, 'body')),
      claim('delivery-timestamp-of-the-attempt', timestampMovesOn),
      claim('signature-of-each-attempt', signedAnew),
      claim('observe-breaker-reading', ({ afterFive }) =>
        observed(
          afterFive === undefined
            ? 'the operator cannot say whether the endpoint is in service'
            : afterFive === 'disabled'
              ? 'each failed attempt counts: the endpoint is out of service after five'
              : 'failed attempts do not count by themselves',
        ),
      ),
      claim('weak-spot-ladder-against-breaker', ({ afterFive }) =>
        observed(
          `five failures come within 15 seconds; the endpoint is then ${afterFive ?? 'in an unknown state'}`,
        ),
      ),
      claim('weak-spot-late-last-attempt', ({ attempts: seen }) => {
        const [first, last] = [seen[0], seen.at(-1)]
        return first === undefined || last === undefined
          ? cannotTell('no attempt arrived')
          : observed(
              `the last attempt came ${Math.round((last.latest - first.latest) / 1000)} s after the first`,
            )
      }),
    ],
  })
}

async function climb(context: PlatformContext): Promise<Trace> {
  const { quotes, webhooks, operator, clock, facts, spec } = context
  const endpoint = await webhooks.open(['quote.created'], [{ kind: 'answer', status: 500 }])
  const quote = await quotes.create('ready_to_bind')
  await quotes.settle(quote.id)
  const ratedAt = clock.now()
  const seen = () => attemptsOf(quote, endpoint)
  const trace: { afterFour?: string; afterFive?: string } = {}
  for (const { number, delayMs } of spec.delivery.attempts) {
    const bound = delayMs + lateBy(delayMs, spec.delivery, facts.timing.deliverySlack) + 1000
    const came = await webhooks.until(() => seen().length >= number, bound, stepFor(delayMs))
    if (!came) break
    if (number === 4) Object.assign(trace, await statusOf(context, endpoint, 'afterFour'))
    if (number !== 5) continue
    Object.assign(trace, await statusOf(context, endpoint, 'afterFive'))
    // The ladder goes on only where somebody takes the endpoint back into service in time (R27).
    if (trace.afterFive === 'disabled' && operator.can('enable_endpoint'))
      await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  }
  const before = seen().length
  await webhooks.until(() => seen().length > Math.max(before, 10), SILENCE_MS, 2000)
  return { ...trace, ratedAt, attempts: seen(), silenceMs: SILENCE_MS }
}

/** Fine enough for each rung, so that the moved clock hides little of it. */
const stepFor = (delayMs: number): number => Math.min(1000, Math.max(50, delayMs / 40))

export async function statusOf<K extends string>(
  { operator }: PlatformContext,
  { id }: WebhookEndpoint,
  key: K,
): Promise<Partial<Record<K, string>>> {
  if (!operator.can('endpoint_status')) return {}
  const { status } = await operator.perform('endpoint_status', { endpoint_id: id })
  return { [key]: String(status) } as Partial<Record<K, string>>
}

function lateBy(delayMs: number, { tolerance }: Delivery, slackMs = tolerance.late.ms): number {
  return Math.max(delayMs * tolerance.late.ratio, slackMs)
}

/** One rung: not before its time and not after it, whatever the moved clock may hide. */
function rung({ attempts, afterFive, ratedAt }: Trace, number: number, delivery: Delivery): Verdict {
  const [previous, attempt] = [attempts[number - 2], attempts[number - 1]]
  const delayMs = delivery.attempts[number - 1]?.delayMs ?? 0
  if (attempts.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (number === 1 && attempt !== undefined) return atOnce(attempt, ratedAt, delivery)
  if (attempt === undefined) {
    if (number > 6 && attempts.length < number - 1)
      return cannotTell(`attempt ${attempts.length + 1} did not come`)
    return number > 5 && afterFive !== 'enabled'
      ? cannotTell('the breaker may have ended the ladder', 'operator.enable_endpoint')
      : failed({
          expected: `attempt ${number} after ${delayMs} ms`,
          observed: `${attempts.length} attempts in all`,
        })
  }
  if (previous === undefined) return cannotTell('the attempt before it did not arrive')
  const least = attempt.earliest - (previous.ended ?? previous.latest)
  const most = attempt.latest - previous.earliest
  const early = delayMs - Math.max(delayMs * delivery.tolerance.early.ratio, delivery.tolerance.early.ms)
  const late = delayMs + lateBy(delayMs, delivery)
  const measured = `${Math.round(least)} to ${Math.round(most)} ms`
  if (most < early)
    return breach(attempt, `not before ${early} ms after the attempt before it`, measured, 'time')
  if (least > late)
    return breach(attempt, `not later than ${late} ms after the attempt before it`, measured, 'time')
  return passed(`${measured} for ${delayMs} ms`)
}

/** The first attempt follows the rating at once; how long a platform takes to tell is in the slack. */
function atOnce(attempt: Arrival, ratedAt: number, delivery: Delivery): Verdict {
  const least = attempt.earliest - ratedAt
  const late = lateBy(0, delivery)
  return least <= late
    ? passed()
    : breach(attempt, `at most ${late} ms after the rating`, `at least ${Math.round(least)} ms`, 'time')
}

function noEleventh({ attempts, silenceMs }: Trace): Verdict {
  if (attempts.length < 10) return cannotTell(`only ${attempts.length} attempts arrived`)
  const eleventh = attempts[10]
  return eleventh === undefined
    ? passed(`watched for ${silenceMs} ms`)
    : breach(eleventh, 'no attempt after the tenth', 'an eleventh', 'attempts')
}

function kept({ attempts }: Trace, of: (attempt: Arrival) => string | undefined, where: string): Verdict {
  const [first, ...others] = attempts
  if (first === undefined || others.length === 0) return cannotTell('there were no two attempts')
  return all(
    others.map((one) =>
      of(one) === of(first) ? passed() : breach(one, String(of(first)), String(of(one)), where),
    ),
  )
}

function timestampMovesOn({ attempts }: Trace): Verdict {
  const times = attempts.map((attempt) => Date.parse(headerOf(attempt, 'timestamp') ?? ''))
  if (times.length < 2) return cannotTell('there were no two attempts')
  return all(
    attempts.slice(1).map((attempt, before) => {
      const [was, is] = [times[before] ?? Number.NaN, times[before + 1] ?? Number.NaN]
      return is > was
        ? passed()
        : breach(
            attempt,
            'a Timestamp after that of the attempt before it',
            `${is - was} ms later`,
            'timestamp',
          )
    }),
  )
}

function signedAnew({ attempts }: Trace): Verdict {
  if (attempts.length < 2) return cannotTell('there were no two attempts')
  return all(
    attempts.map((attempt) =>
      attempt.signature.signedWith === 'none'
        ? breach(
            attempt,
            'a signature over its own Timestamp',
            attempt.signature.slip ?? 'another value',
            'x-platform-signature',
          )
        : passed(),
    ),
  )
}
