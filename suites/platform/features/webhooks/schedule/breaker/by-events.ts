import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { withoutCopies } from '../copies.ts'
import { statusOf, waitsUntilDisabled } from '../endpoint-status.ts'
import { rungsOf } from '../ladder/trace.ts'
import { climbMs, heldUpOf } from '../timing.ts'
import {
  attemptsAt,
  type Breaking,
  failing,
  failuresAt,
  foreignFailures,
  MARGIN_MS,
  refusing,
  STEP_MS,
  spanOf,
} from './endpoints.ts'
import { whileOutOfService } from './out-of-service.ts'
import type { BreakerTrace, Look } from './trace.ts'

/** Time in which ladders go on is passed in larger steps: only their ends count. */
const LADDER_STEP_MS = 5000
/** How far apart events are made whose ladders are to end one after the other, in milliseconds. */
const APART_MS = 8000

/** When attempts have failed and no event can have failed for good, in milliseconds. */
const BEFORE_ANY_MS = [60_000, 150_000]

/** Beside the event that starts everything: as many as fail for good without opening anything. */
const FOUR = ['second', 'third', 'fourth', 'fifth'] as const
const AGAIN = ['again 1', 'again 2', 'again 3', 'again 4'] as const

/** Only events that failed for good count: five of them are to take an endpoint out of service. */
export async function breakByEvents(breaking: Breaking): Promise<BreakerTrace> {
  const { context, quotes, endpoints, make } = breaking
  const { clock, webhooks, facts, spec } = context
  const { attempts, breaker } = spec.delivery
  const ladderMs = attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)
  const patienceMs = climbMs(attempts.length, spec.delivery, facts.timing.deliverySlack) + LADDER_STEP_MS
  const { always, below, spread } = endpoints
  const slackMs = facts.timing.deliverySlack
  const ladderAt = (endpoint: WebhookEndpoint, name: string) =>
    rungsOf(
      { attempts: failuresAt(breaking, endpoint, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    )
  const givenUpAt = (endpoint: WebhookEndpoint, ...names: readonly string[]) =>
    names.filter((name) => ladderAt(endpoint, name).length >= attempts.length).length
  const look = (endpoint: WebhookEndpoint, status: string, ...names: readonly string[]): Look => {
    const failures = givenUpAt(endpoint, ...names)
    const isTwice = names.some((name) => ladderAt(endpoint, name).some(({ copies }) => copies.length > 0))
    const given = names.filter((name) => ladderAt(endpoint, name).length >= attempts.length)
    const last = given.flatMap((name) => failuresAt(breaking, endpoint, name).at(-1) ?? [])
    return { status, failures, withCopies: isTwice ? 2 * failures : failures, spanMs: spanOf(last) }
  }

  const began = clock.now()
  always.answer(refusing, quotes.named('stage', ...FOUR))
  below.answer(refusing, quotes.named(...FOUR, ...AGAIN))
  spread.answer(refusing, quotes.named(...FOUR, 'late'))
  for (const [place, name] of FOUR.entries()) {
    await clock.sleep(Math.max(0, began + place * APART_MS - clock.now()))
    await make(name)
  }
  clock.awaits('events that fail for good', patienceMs)

  /** Looks at one endpoint after each event that failed for good, as long as it is in service. */
  const sharply = async () => {
    const all = ['stage', ...FOUR]
    const given = () => givenUpAt(always, ...all)
    for (const moment of BEFORE_ANY_MS) {
      await clock.sleep(Math.max(0, began + moment - clock.now()))
      if ((await statusOf(context, always)) === 'disabled')
        return { openedAt: withoutCopies(failuresAt(breaking, always, ...all)).length, sharp: [] }
    }
    await webhooks.watch(patienceMs, LADDER_STEP_MS, () => given() > 0)
    const sharp: Look[] = []
    for (const count of [breaker.failures - 1, breaker.failures]) {
      if (!(await webhooks.watch(patienceMs, STEP_MS, () => given() >= count))) break
      const before = given()
      const status = String(await waitsUntilDisabled(context, always))
      if (given() === before) sharp.push(look(always, status, ...all))
    }
    if (sharp.length === 0 && given() > 0)
      sharp.push(look(always, String(await waitsUntilDisabled(context, always)), ...all))
    return { sharp }
  }

  /** A fifth event that is given up late in the window of the four, with a success in between. */
  const late = async () => {
    await clock.sleep(Math.max(0, began + breaker.windowMs - 3 * MARGIN_MS - clock.now()))
    await make('late')
    await webhooks.watch(patienceMs, LADDER_STEP_MS, () => givenUpAt(spread, ...FOUR) === FOUR.length)
    await make('in between')
    await webhooks.watch(patienceMs, LADDER_STEP_MS, () => givenUpAt(spread, 'late') > 0)
    return look(spread, String(await waitsUntilDisabled(context, spread)), ...FOUR, 'late')
  }

  /** Four events that fail for good, and four more when the window is over. */
  const forgets = async () => {
    await webhooks.watch(patienceMs, LADDER_STEP_MS, () => givenUpAt(below, ...FOUR) === FOUR.length)
    const since = clock.now()
    const first = look(below, String(await waitsUntilDisabled(context, below)), ...FOUR)
    clock.awaits('that failures are forgotten when the window is over', breaker.windowMs + MARGIN_MS)
    await clock.sleep(Math.max(0, since + breaker.windowMs + MARGIN_MS - ladderMs - clock.now()))
    for (const name of AGAIN) await make(name)
    await webhooks.watch(patienceMs, LADDER_STEP_MS, () => givenUpAt(below, ...AGAIN) === AGAIN.length)
    return {
      below: first,
      belowAgain: look(below, String(await waitsUntilDisabled(context, below)), ...AGAIN),
    }
  }

  const watched = async () => {
    const { sharp, openedAt } = await sharply()
    const isOpen = openedAt !== undefined || sharp.some(({ status }) => status === 'disabled')
    const outOfService = isOpen && (await whileOutOfService(breaking, always, below, () => taken(breaking)))
    return { sharp, ...(openedAt !== undefined && { openedAt }), ...(outOfService && { outOfService }) }
  }

  const [opened, lastOfSpread, forgotten] = await Promise.all([watched(), late(), forgets()])
  return {
    reading: 'events',
    ...opened,
    ...forgotten,
    spread: lastOfSpread,
    foreignDeliveries: foreignFailures(breaking, ['stage', ...FOUR, ...AGAIN, 'late', 'afterwards']),
  }
}

/** So many attempts fail at an endpoint that was taken back, which gives no event up. */
const FAILED_AGAIN = 3

/** An endpoint that was taken back gets new events, and again what it failed. */
async function taken(breaking: Breaking): Promise<readonly Look[]> {
  const { context, quotes, endpoints, make } = breaking
  const { rating, deliverySlack } = context.facts.timing
  endpoints.always.answer(failing(FAILED_AGAIN), quotes.named('afterwards'))
  await make('afterwards')
  const came = (count: number) => () =>
    withoutCopies(attemptsAt(breaking, endpoints.always, 'afterwards')).length >= count
  await context.webhooks.until(came(1), rating + deliverySlack, STEP_MS)
  const patienceMs = climbMs(FAILED_AGAIN + 1, context.spec.delivery, deliverySlack) + LADDER_STEP_MS
  await context.webhooks.watch(patienceMs, STEP_MS / 2, came(FAILED_AGAIN + 1))
  return []
}
