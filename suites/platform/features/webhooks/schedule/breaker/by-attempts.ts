import { withoutCopies } from '../copies.ts'
import { waitsUntilDisabled } from '../endpoint-status.ts'
import {
  attemptsAt,
  type Breaking,
  type Failing,
  failing,
  failuresAt,
  foreignFailures,
  lookAtAttempts,
  MARGIN_MS,
  refusing,
  SHARP_STEP_MS,
  untilFive,
} from './endpoints.ts'
import { whileOutOfService } from './out-of-service.ts'
import type { BreakerTrace, Look } from './trace.ts'

/** Each failed attempt counts: five of one event have just taken an endpoint out of service. */
export async function breakByAttempts(breaking: Breaking, sharp: readonly Look[]): Promise<BreakerTrace> {
  const { context, quotes, endpoints, make } = breaking
  const { clock, webhooks, facts, spec } = context
  const { failures, windowMs } = spec.delivery.breaker
  const { always, below, spread, afterSuccess, across } = endpoints
  const firstFailure = Math.min(...failuresAt(breaking, always, 'stage').map(({ earliest }) => earliest))
  const patienceMs = untilFive(spec, facts.timing.deliverySlack)

  /** Lets an endpoint fail so many attempts about a new quote, and looks what became of it. */
  const failAgain = async (
    endpoint: Failing[keyof Failing],
    name: string,
    times: number,
    ...before: readonly string[]
  ): Promise<Look> => {
    endpoint.answer(failing(times), quotes.named(name))
    await make(name)
    const came = () => withoutCopies(attemptsAt(breaking, endpoint, name)).length > 0
    await context.webhooks.until(came, facts.timing.rating + facts.timing.deliverySlack)
    const failed = () => withoutCopies(failuresAt(breaking, endpoint, name)).length >= times
    await webhooks.watch(patienceMs, SHARP_STEP_MS, failed)
    const status = await waitsUntilDisabled(context, endpoint)
    return lookAtAttempts(breaking, endpoint, status, ...before, name)
  }

  const belowFive = await lookAtAttempts(breaking, below, undefined, 'stage')
  // The four failures of this endpoint were followed by a success.
  const soon = await failAgain(afterSuccess, 'soon', 1, 'stage')

  const late = async (): Promise<Look> => {
    clock.awaits('a fifth failure almost a window after the first', windowMs)
    await clock.sleep(Math.max(0, firstFailure + windowMs - 3 * MARGIN_MS - clock.now()))
    return failAgain(spread, 'late', 1, 'stage')
  }

  const forgets = async (): Promise<Look> => {
    clock.awaits('that failures are forgotten when the window is over', windowMs)
    // The last of the four came seconds after the first.
    await clock.sleep(Math.max(0, firstFailure + windowMs + 2 * MARGIN_MS - clock.now()))
    return failAgain(below, 'again', failures - 1)
  }

  /** Two failures before a window that began with the first one ends, and three after. */
  const overTheEdge = async (): Promise<Look> => {
    await clock.sleep(Math.max(0, firstFailure + windowMs - 2 * MARGIN_MS - clock.now()))
    await failAgain(across, 'before the edge', 2)
    await clock.sleep(Math.max(0, firstFailure + windowMs + MARGIN_MS - clock.now()))
    return failAgain(across, 'after the edge', 3, 'before the edge')
  }

  const [outOfService, belowAgain, lastOfSpread, lastOfAcross] = await Promise.all([
    whileOutOfService(breaking, always, below, () => secondTime(breaking)),
    forgets(),
    late(),
    clock.virtual ? overTheEdge() : undefined,
  ])
  return {
    reading: 'attempts',
    sharp,
    below: belowFive,
    belowAgain,
    spread: lastOfSpread,
    afterSuccess: soon,
    ...(lastOfAcross && { across: lastOfAcross }),
    outOfService,
    foreignDeliveries: foreignFailures(breaking, NAMES),
  }
}

/** The quotes whose events fail under this reading. */
const NAMES = ['stage', 'soon', 'late', 'again', 'before the edge', 'after the edge', 'afterwards']

/** An endpoint that was taken back fails again. */
async function secondTime(breaking: Breaking): Promise<readonly Look[]> {
  const { context, quotes, endpoints, make } = breaking
  const { webhooks, facts, spec } = context
  const { failures } = spec.delivery.breaker
  const { always } = endpoints
  always.answer(refusing, quotes.named('afterwards'))
  await make('afterwards')
  const failed = () => withoutCopies(failuresAt(breaking, always, 'afterwards')).length
  await context.webhooks.until(() => failed() > 0, facts.timing.rating + facts.timing.deliverySlack)
  const looks: Look[] = []
  for (const count of [failures - 1, failures]) {
    const patienceMs = untilFive(spec, facts.timing.deliverySlack)
    if (!(await webhooks.watch(patienceMs, SHARP_STEP_MS, () => failed() >= count))) break
    const status = await waitsUntilDisabled(context, always)
    const look = await lookAtAttempts(breaking, always, status, 'afterwards')
    if (look.failures === count) looks.push(look)
  }
  return looks
}
