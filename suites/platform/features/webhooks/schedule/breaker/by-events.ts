import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { delaysMs } from '../../../../vocabulary/attempts/timing.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { type Breaking, BY_PROPOSAL, MARGIN_MS, typeAbout } from './endpoints.ts'
import { failedEventsOf, makeApart, RETRY_STEP_MS } from './failed-events.ts'
import { type Failing, failing, refusing } from './openings.ts'
import { whileDisabled } from './out-of-service.ts'
import { reenabledByEvents } from './reenabled.ts'
import type { OutOfService } from './trace.ts'

/** Moments at which attempts have failed, but no event can have failed permanently, in milliseconds. */
const BEFORE_ANY_MS = [60_000, 150_000]

/** Four further events. At `always`, they and the event that starts everything are five failures. */
const FOUR = ['second', 'third', 'fourth', 'fifth'] as const
const BETWEEN = 'in between'
const AGAIN = ['again 1', 'again 2', 'again 3', 'again 4'] as const

/** The quotes whose events fail for good at an endpoint. Its status is read each time that so many have failed. */
interface Refuses {
  readonly endpoint: keyof Failing
  readonly quotes: readonly string[]
  readonly readAt: readonly number[]
}

/** Four failures, and four more when those before are forgotten. */
const BELOW: Refuses = { endpoint: 'below', quotes: FOUR, readAt: [4] }
const BELOW_AGAIN: Refuses = { endpoint: 'below', quotes: AGAIN, readAt: [4] }
/** The fifth failure comes late in the window of the four, with a success in between. */
const LATE: readonly Refuses[] = [
  { endpoint: 'spread', quotes: [...FOUR, 'late'], readAt: [5] },
  { endpoint: 'afterRotation', quotes: [...FOUR, 'late'], readAt: [5] },
  { endpoint: 'otherType', quotes: [...FOUR, BY_PROPOSAL], readAt: [5] },
]

/**
 * Drives the breaker where only permanently failed events count: five of them must open it.
 *
 * @returns undefined where nothing opened it
 */
export async function breakByEvents(breaking: Breaking): Promise<OutOfService | undefined> {
  const { context, quotes, endpoints, make } = breaking
  const { clock, webhooks, spec } = context
  const { windowMs, failures } = spec.delivery.breaker
  const { always, below, spread, afterRotation, otherType } = endpoints
  const given = failedEventsOf(breaking)
  const { patienceMs } = given

  const began = clock.now()
  const all = ['shared', ...FOUR]
  always.answer(refusing, quotes.named(...all))
  for (const { endpoint, quotes: names } of [BELOW_AGAIN, BELOW, ...LATE])
    for (const name of names) endpoints[endpoint]?.answer(refusing, quotes.telling(typeAbout(name), name))
  // A success at a repeat is another one than at a first attempt. All other endpoints take this event at once.
  spread.answer(failing(1), quotes.named(BETWEEN))
  await makeApart(breaking, FOUR)
  clock.awaits('events that fail for good', patienceMs)

  const opened = async (): Promise<boolean> => {
    for (const moment of BEFORE_ANY_MS) {
      await clock.sleep(Math.max(0, began + moment - clock.now()))
      if ((await statusOf(context, always)) === 'disabled') return true
    }
    return (await given.readAt(always, all, [failures - 1, failures])) === 'disabled'
  }
  const carryOut = async ({ endpoint, quotes: names, readAt }: Refuses): Promise<void> => {
    const one = endpoints[endpoint]
    if (one !== undefined) await given.readAt(one, names, readAt, RETRY_STEP_MS)
  }
  const areGivenUp = () => given.count(spread, ...FOUR) === FOUR.length

  const late = async (): Promise<void> => {
    await clock.sleep(Math.max(0, began + windowMs - 3 * MARGIN_MS - clock.now()))
    await make('late')
    // Early enough that its retry schedule ends within the window, however long its proposal takes.
    if (otherType !== undefined) await make(BY_PROPOSAL)
    await webhooks.until(areGivenUp, patienceMs, RETRY_STEP_MS)
    const isRotated = await afterRotation?.rotate().then(() => true, unlessUnable)
    await make(BETWEEN)
    const scripts = LATE.filter(({ endpoint }) => endpoint !== 'afterRotation' || isRotated)
    await Promise.all(scripts.map(carryOut))
  }
  const forgets = async (): Promise<void> => {
    await carryOut(BELOW)
    const since = clock.now()
    clock.awaits('that failures are forgotten when the window is over', windowMs + MARGIN_MS)
    await clock.sleep(Math.max(0, since + windowMs + MARGIN_MS - delaysMs(spec.delivery) - clock.now()))
    for (const name of AGAIN) await make(name)
    await carryOut(BELOW_AGAIN)
  }

  const beside = Promise.all([late(), forgets()])
  const watched = async () =>
    (await opened())
      ? whileDisabled(breaking, { out: always, working: below, beside }, () => reenabledByEvents(breaking))
      : undefined
  const [outOfService] = await Promise.all([watched(), beside])
  return outOfService
}
