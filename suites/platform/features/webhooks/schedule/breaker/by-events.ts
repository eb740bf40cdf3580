import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { delaysMs } from '../../../../vocabulary/attempts/timing.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import {
  type Breaking,
  BY_PROPOSAL,
  failing,
  failuresAt,
  foreignFailures,
  MARGIN_MS,
  refusing,
} from './endpoints.ts'
import { failedEventsOf, makeApart, RETRY_STEP_MS } from './failed-events.ts'
import { whileDisabled } from './out-of-service.ts'
import { AGAIN_NAMES, reenabledByEvents } from './reenabled.ts'
import type { BreakerTrace } from './trace.ts'

/** Moments at which attempts have failed, but no event can have failed permanently, in milliseconds. */
const BEFORE_ANY_MS = [60_000, 150_000]

/** Four further events. At `always`, they and the event that starts everything are five failures. */
const FOUR = ['second', 'third', 'fourth', 'fifth'] as const
const BETWEEN = 'in between'
const AGAIN = ['again 1', 'again 2', 'again 3', 'again 4'] as const

/** Drives the breaker where only permanently failed events count: five of them must open it. */
export async function breakByEvents(breaking: Breaking): Promise<BreakerTrace> {
  const { context, quotes, endpoints, make } = breaking
  const { clock, webhooks, spec } = context
  const { breaker } = spec.delivery
  const retriesMs = delaysMs(spec.delivery)
  const { always, below, spread, afterRotation, otherType } = endpoints
  const given = failedEventsOf(breaking)
  const { patienceMs } = given

  const began = clock.now()
  always.answer(refusing, quotes.named('shared', ...FOUR))
  below.answer(refusing, quotes.named(...FOUR, ...AGAIN))
  for (const one of [spread, afterRotation]) one?.answer(refusing, quotes.named(...FOUR, 'late'))
  otherType?.answer(refusing, quotes.named(...FOUR))
  otherType?.answer(refusing, quotes.telling('quote.proposalReady', BY_PROPOSAL))
  // A success at a repeat is another one than at a first attempt. All other endpoints take this event at once.
  spread.answer(failing(1), quotes.named(BETWEEN))
  await makeApart(breaking, FOUR)
  clock.awaits('events that fail for good', patienceMs)

  /** Reads the status of one endpoint around its fifth permanently failed event. */
  const sharply = async () => {
    const all = ['shared', ...FOUR]
    for (const moment of BEFORE_ANY_MS) {
      await clock.sleep(Math.max(0, began + moment - clock.now()))
      if ((await statusOf(context, always)) === 'disabled')
        return { openedAt: withoutCopies(failuresAt(breaking, always, ...all)).length, sharp: [] }
    }
    return { sharp: await given.samplesAround(always, ...all) }
  }

  /** Makes a fifth event that fails permanently late in the window of the four, with a success in between. */
  const late = async () => {
    await clock.sleep(Math.max(0, began + breaker.windowMs - 3 * MARGIN_MS - clock.now()))
    await make('late')
    // Early enough that its retry schedule ends within the window, however long its proposal takes.
    if (otherType !== undefined) await make(BY_PROPOSAL)
    await webhooks.until(() => given.count(spread, ...FOUR) === FOUR.length, patienceMs, RETRY_STEP_MS)
    const isRotated = await afterRotation?.rotate().then(() => true, unlessUnable)
    await make(BETWEEN)
    const rotated = isRotated === true ? afterRotation : undefined
    const isLate = (one: WebhookEndpoint | undefined) => one === undefined || given.count(one, 'late') > 0
    await webhooks.until(() => [spread, rotated].every(isLate), patienceMs, RETRY_STEP_MS)
    if (otherType !== undefined)
      await webhooks.until(() => given.count(otherType, BY_PROPOSAL) > 0, patienceMs, RETRY_STEP_MS)
    return {
      spread: await given.sample(spread, ...FOUR, 'late'),
      ...(rotated && { afterRotation: await given.sample(rotated, ...FOUR, 'late') }),
      ...(otherType && { otherType: await given.sample(otherType, ...FOUR, BY_PROPOSAL) }),
    }
  }

  /** Four events that fail permanently, and four more after the window. */
  const forgets = async () => {
    await webhooks.until(() => given.count(below, ...FOUR) === FOUR.length, patienceMs, RETRY_STEP_MS)
    const since = clock.now()
    const first = await given.sample(below, ...FOUR)
    clock.awaits('that failures are forgotten when the window is over', breaker.windowMs + MARGIN_MS)
    await clock.sleep(Math.max(0, since + breaker.windowMs + MARGIN_MS - retriesMs - clock.now()))
    for (const name of AGAIN) await make(name)
    await webhooks.until(() => given.count(below, ...AGAIN) === AGAIN.length, patienceMs, RETRY_STEP_MS)
    return {
      below: first,
      belowAgain: await given.sample(below, ...AGAIN),
    }
  }

  const beside = Promise.all([late(), forgets()])
  const watched = async () => {
    const { sharp, openedAt } = await sharply()
    const isOpen = openedAt !== undefined || sharp.some(({ status }) => status === 'disabled')
    const outOfService =
      isOpen &&
      (await whileDisabled(breaking, { out: always, working: below, beside }, () =>
        reenabledByEvents(breaking),
      ))
    return { sharp, ...(openedAt !== undefined && { openedAt }), ...(outOfService && { outOfService }) }
  }

  const [opened, [spreadOut, forgotten]] = await Promise.all([watched(), beside])
  return {
    reading: 'events',
    ...opened,
    ...forgotten,
    ...spreadOut,
    secrets: always.secrets(),
    foreignDeliveries: foreignFailures(breaking, [
      'shared',
      ...FOUR,
      ...AGAIN,
      'late',
      BETWEEN,
      BY_PROPOSAL,
      ...AGAIN_NAMES,
    ]),
  }
}
