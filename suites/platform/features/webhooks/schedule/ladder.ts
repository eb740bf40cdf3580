import type { Arrival, Script } from '../../../../../conformance/ports/webhooks.ts'
import type { Delivery } from '../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { attemptsOf, concerning, quoteIdIn, ratings } from '../event.ts'
import { ladderClaims } from './ladder-claims.ts'
import { type Part, part, type Stage } from './part.ts'
import { statusOf, waitsUntilDisabled } from './status.ts'
import { boundsOf, heldUpOf, withoutCopies } from './timing.ts'

export interface LadderTrace {
  /** Target time when the quote was seen to be rated. */
  readonly ratedAt: number
  readonly attempts: readonly Arrival[]
  /** What the operator said of the endpoint after the fifth failed attempt. */
  readonly afterFive?: string
  /** How long nothing more came after the last attempt, in milliseconds. */
  readonly silenceMs: number
  /** Attempts about other quotes that were refused, too, before the own one was known. */
  readonly foreignDeliveries: number
  readonly slackMs: number
  readonly heldUpMs: number
}

const FAILING: Script = [{ kind: 'answer', status: 500 }]
const SOUND: Script = [{ kind: 'answer', status: 200 }]
/** As sharp as the first rung needs it. */
const FIRST_STEP_MS = 100
/** Waits shorter than this are not worth a word. */
const WORTH_TELLING_MS = 5000

/** A receiver that fails at once, from the first attempt to the last (8.retry, R25). */
export function retryLadder(spec: Spec): Part {
  return part<LadderTrace>({
    id: 'ladder',
    needs: [],
    lastsMs: ({ delivery }) =>
      delivery.attempts.reduce((sum, { delayMs }) => sum + delayMs, silenceOf(delivery)),
    async open(context) {
      const endpoint = await context.webhooks.open(['quote.created'])
      // The endpoint may have been registered by hand, for more than this.
      endpoint.answer(FAILING, ratings)
      return async (stage) => {
        endpoint.answer(SOUND)
        endpoint.answer(FAILING, concerning(stage.quote))
        return climb(context, stage, endpoint)
      }
    },
    claims: ladderClaims(spec),
  })
}

/** The longest rung with all that it may be late, and a little: an eleventh attempt would have come by then. */
function silenceOf(delivery: Delivery): number {
  const longest = Math.max(...delivery.attempts.map(({ delayMs }) => delayMs))
  return boundsOf(longest, delivery, delivery.tolerance.late.ms).late + 2000
}

async function climb(
  context: PlatformContext,
  { quote, rated }: Stage,
  endpoint: Parameters<typeof attemptsOf>[1],
): Promise<LadderTrace> {
  const { webhooks, operator, clock, facts, spec } = context
  const { attempts } = spec.delivery
  const slackMs = facts.timing.deliverySlack
  const seen = () => withoutCopies(attemptsOf(quote, endpoint))
  let afterFive: string | undefined
  for (const { number, delayMs } of attempts) {
    if (!(await nextAttempt(context, seen, number, delayMs))) break
    if (number === 5) afterFive = await waitsUntilDisabled(context, endpoint)
    // The ladder goes on only where somebody takes the endpoint back into service in time (R27).
    const isOut =
      number >= 5 && afterFive === 'disabled' && (await statusOf(context, endpoint)) === 'disabled'
    if (isOut && operator.can('enable_endpoint'))
      await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  }
  const last = seen().length
  const silenceMs = silenceOf(spec.delivery)
  clock.awaits('that no further attempt follows the last one', silenceMs)
  await webhooks.watch(silenceMs, silenceMs / 20, () => seen().length > last)
  return {
    ratedAt: await rated,
    attempts: seen(),
    ...(afterFive !== undefined && { afterFive }),
    silenceMs,
    foreignDeliveries: endpoint.arrivals().filter(refusedOf(quote.id)).length,
    slackMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}

const refusedOf =
  (own: string) =>
  (arrival: Arrival): boolean =>
    arrival.answered.kind === 'answer' &&
    arrival.answered.status >= 500 &&
    quoteIdIn(arrival) !== own.toLowerCase()

/**
 * Waits for one attempt. A moved clock goes straight to the moment before which it would be too early, and in small steps from
 * there: whatever comes in the first step is early for certain, and whatever comes later is known sharply.
 */
async function nextAttempt(
  { webhooks, clock, facts, spec }: PlatformContext,
  seen: () => readonly Arrival[],
  number: number,
  delayMs: number,
): Promise<boolean> {
  const came = () => seen().length >= number
  const previous = seen()[number - 2]
  if (previous === undefined)
    return webhooks.until(came, facts.timing.rating + facts.timing.deliverySlack, FIRST_STEP_MS)
  const { early, late } = boundsOf(delayMs, spec.delivery, facts.timing.deliverySlack)
  if (late > WORTH_TELLING_MS) clock.awaits(`attempt ${number} of ${spec.delivery.attempts.length}`, late)
  const stepMs = Math.min(1000, Math.max(25, delayMs / 40))
  const straightMs = previous.earliest + early - clock.now() - 1
  if (clock.virtual && straightMs > 0 && (await webhooks.watch(straightMs, straightMs, came))) return true
  return webhooks.watch(previous.latest + late + 1000 - clock.now(), stepMs, came)
}
