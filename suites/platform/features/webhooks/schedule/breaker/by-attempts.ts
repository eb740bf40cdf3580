import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import {
  attemptsAt,
  type Breaking,
  BY_PROPOSAL,
  failAgain,
  failuresAt,
  MARGIN_MS,
  watchAttempts,
} from './endpoints.ts'
import type { Failing } from './openings.ts'
import { whileDisabled } from './out-of-service.ts'
import { reenabledByAttempts } from './reenabled.ts'
import type { OutOfService } from './trace.ts'

/** How an endpoint fails again, after the shared quote. Its status is read afterwards. */
interface FailsAgain {
  readonly endpoint: keyof Failing
  /** Name of the quote whose event fails, and how many attempts at it do. */
  readonly quote: string
  readonly times: number
  /** How long after the end of the window that its first failure began, in milliseconds; absent for at once. */
  readonly at?: number
  /** Its secret is rotated before. */
  readonly isRotated?: true
  /** Only where the clock can be moved. */
  readonly isMoved?: true
}

/** Each endpoint fails four times before, and one of them once. Five failures within a window open the breaker, whatever is between. */
const SCRIPTS: readonly FailsAgain[] = [
  { endpoint: 'afterSuccess', quote: 'soon', times: 1 },
  { endpoint: 'afterRotation', quote: 'soon after a rotation', times: 1, isRotated: true },
  { endpoint: 'otherType', quote: BY_PROPOSAL, times: 1 },
  { endpoint: 'spread', quote: 'late', times: 1, at: -3 * MARGIN_MS },
  // Two failures at the end of a window, and three at the beginning of the next one.
  { endpoint: 'across', quote: 'before the edge', times: 2, at: -2 * MARGIN_MS, isMoved: true },
  { endpoint: 'across', quote: 'after the edge', times: 3, at: MARGIN_MS, isMoved: true },
  { endpoint: 'below', quote: 'again', times: 4, at: 2 * MARGIN_MS },
]

/** Drives the breaker where each failed attempt counts: five attempts at one event have just opened it. */
export async function breakByAttempts(breaking: Breaking): Promise<OutOfService> {
  const { context, endpoints } = breaking
  const { always, below } = endpoints
  const { clock, spec } = context
  clock.awaits('that failures are forgotten when the window is over', spec.delivery.breaker.windowMs)
  const beside = Promise.all(
    [...Map.groupBy(SCRIPTS, ({ endpoint }) => endpoint).values()].map(async (scripts) => {
      for (const script of scripts) await carryOut(breaking, script)
    }),
  )
  return whileDisabled(breaking, { out: always, working: below, beside }, () => reenabledByAttempts(breaking))
}

async function carryOut(
  breaking: Breaking,
  { endpoint: name, quote, times, at, isRotated, isMoved }: FailsAgain,
): Promise<void> {
  const { context, endpoints } = breaking
  const { clock, spec } = context
  const endpoint = endpoints[name]
  if (endpoint === undefined || (isMoved && !clock.virtual)) return
  if (isRotated && (await endpoint.rotate().then(() => true, unlessUnable)) !== true) return
  if (at !== undefined) {
    const first = Math.min(...failuresAt(breaking, endpoint, 'shared').map(({ earliest }) => earliest))
    await clock.sleep(Math.max(0, first + spec.delivery.breaker.windowMs + at - clock.now()))
  }
  await failAgain(breaking, endpoint, quote, times)
  // An endpoint that works from now on gets its successful attempt.
  const isGoneOn = () => withoutCopies(attemptsAt(breaking, endpoint, quote))
  if (name === 'below') await watchAttempts(context, times + 1, isGoneOn)
}
