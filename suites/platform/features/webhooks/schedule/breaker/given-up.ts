import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { waitsUntilDisabled } from '../endpoint-status.ts'
import { rungsOf } from '../ladder/trace.ts'
import { climbMs, heldUpOf } from '../timing.ts'
import { type Breaking, failuresAt, STEP_MS, spanOf } from './endpoints.ts'
import type { Look } from './trace.ts'

/** Larger step of a moved clock while ladders go on, since only their ends matter. */
export const LADDER_STEP_MS = 5000
/** Time between events whose ladders must end one after the other, in milliseconds. */
const APART_MS = 8000

/** Events that failed permanently at an endpoint, by the names of their quotes. */
export interface GivenUp {
  /** How long the suite waits for a whole ladder, in milliseconds. */
  readonly patienceMs: number
  /** How many of them have failed permanently. */
  count(endpoint: WebhookEndpoint, ...names: readonly string[]): number
  /** Reads the endpoint's status, after the last failure had time to take effect. */
  look(endpoint: WebhookEndpoint, ...names: readonly string[]): Promise<Look>
  /** Reads the endpoint's status before and after the failure that must open the breaker, as far as those happen. */
  looks(endpoint: WebhookEndpoint, ...names: readonly string[]): Promise<readonly Look[]>
}

export function givenUpIn(breaking: Breaking): GivenUp {
  const { context } = breaking
  const { clock, webhooks, facts, spec } = context
  const { attempts, breaker } = spec.delivery
  const slackMs = facts.timing.deliverySlack
  const patienceMs = climbMs(attempts.length, spec.delivery, slackMs) + LADDER_STEP_MS

  const ladderAt = (endpoint: WebhookEndpoint, name: string) =>
    rungsOf(
      { attempts: failuresAt(breaking, endpoint, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    )
  const isGivenUp = (endpoint: WebhookEndpoint) => (name: string) =>
    ladderAt(endpoint, name).length >= attempts.length

  const all: GivenUp = {
    patienceMs,
    count: (endpoint, ...names) => names.filter(isGivenUp(endpoint)).length,

    async look(endpoint, ...names) {
      const status = String(await waitsUntilDisabled(context, endpoint))
      const given = names.filter(isGivenUp(endpoint))
      const isTwice = names.some((name) => ladderAt(endpoint, name).some(({ copies }) => copies.length > 0))
      const last = given.flatMap((name) => failuresAt(breaking, endpoint, name).at(-1) ?? [])
      const failures = given.length
      return { status, failures, withCopies: isTwice ? 2 * failures : failures, spanMs: spanOf(last) }
    },

    async looks(endpoint, ...names) {
      const count = () => all.count(endpoint, ...names)
      await webhooks.watch(patienceMs, LADDER_STEP_MS, () => count() > 0)
      const looks: Look[] = []
      for (const wanted of [breaker.failures - 1, breaker.failures]) {
        if (!(await webhooks.watch(patienceMs, STEP_MS, () => count() >= wanted))) break
        const before = count()
        const look = await all.look(endpoint, ...names)
        if (look.failures === before) looks.push(look)
      }
      return looks.length === 0 && count() > 0 ? [await all.look(endpoint, ...names)] : looks
    },
  }
  return all
}

/** Makes events whose ladders end one after the other. */
export async function makeApart({ context, make }: Breaking, names: readonly string[]): Promise<void> {
  const { clock } = context
  const began = clock.now()
  for (const [place, name] of names.entries()) {
    await clock.sleep(Math.max(0, began + place * APART_MS - clock.now()))
    await make(name)
  }
}
