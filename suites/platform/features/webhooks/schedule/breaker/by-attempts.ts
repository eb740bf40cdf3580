import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { withoutCopies } from '../copies.ts'
import {
  attemptsAt,
  type Breaking,
  BY_PROPOSAL,
  failAgain,
  failuresAt,
  foreignFailures,
  lookAtAttempts,
  MARGIN_MS,
  watchAttempts,
} from './endpoints.ts'
import { whileOutOfService } from './out-of-service.ts'
import { AGAIN_NAMES, takenBackByAttempts } from './taken-back.ts'
import type { BreakerTrace, Look } from './trace.ts'

const ROTATED = 'soon after a rotation'

/** Each failed attempt counts: five of one event have just taken an endpoint out of service. */
export async function breakByAttempts(breaking: Breaking, sharp: readonly Look[]): Promise<BreakerTrace> {
  const { context, endpoints } = breaking
  const { clock, spec } = context
  const { failures, windowMs } = spec.delivery.breaker
  const { always, below, spread, afterSuccess, otherType, across } = endpoints
  const firstFailure = Math.min(...failuresAt(breaking, always, 'stage').map(({ earliest }) => earliest))

  const belowFive = await lookAtAttempts(breaking, below, undefined, 'stage')
  // The four failures of either endpoint were followed by a success.
  const [soon, rotated] = await Promise.all([
    failAgain(breaking, afterSuccess, 'soon', 1, 'stage'),
    lookAfterRotation(breaking),
  ])

  const late = async (): Promise<Look> => {
    clock.awaits('a fifth failure almost a window after the first', windowMs)
    await clock.sleep(Math.max(0, firstFailure + windowMs - 3 * MARGIN_MS - clock.now()))
    return failAgain(breaking, spread, 'late', 1, 'stage')
  }

  const forgets = async (): Promise<Look> => {
    clock.awaits('that failures are forgotten when the window is over', windowMs)
    // The last of the four came seconds after the first.
    await clock.sleep(Math.max(0, firstFailure + windowMs + 2 * MARGIN_MS - clock.now()))
    const look = await failAgain(breaking, below, 'again', failures - 1)
    // It is the endpoint that works from now on, so that its last attempt has to have succeeded.
    await watchAttempts(context, failures, () => withoutCopies(attemptsAt(breaking, below, 'again')))
    return look
  }

  /** Two failures before a window that began with the first one ends, and three after. */
  const overTheEdge = async (): Promise<Look> => {
    await clock.sleep(Math.max(0, firstFailure + windowMs - 2 * MARGIN_MS - clock.now()))
    await failAgain(breaking, across, 'before the edge', 2)
    await clock.sleep(Math.max(0, firstFailure + windowMs + MARGIN_MS - clock.now()))
    return failAgain(breaking, across, 'after the edge', 3, 'before the edge')
  }

  const beside = Promise.all([
    forgets(),
    late(),
    clock.virtual ? overTheEdge() : undefined,
    otherType && failAgain(breaking, otherType, BY_PROPOSAL, 1, 'stage'),
  ])
  const [outOfService, [belowAgain, lastOfSpread, lastOfAcross, ofOtherType]] = await Promise.all([
    whileOutOfService(breaking, { out: always, working: below, beside }, () => takenBackByAttempts(breaking)),
    beside,
  ])
  return {
    reading: 'attempts',
    sharp,
    below: belowFive,
    belowAgain,
    spread: lastOfSpread,
    afterSuccess: soon,
    ...(rotated && { afterRotation: rotated }),
    ...(ofOtherType && { otherType: ofOtherType }),
    ...(lastOfAcross && { across: lastOfAcross }),
    outOfService,
    secrets: always.secrets(),
    foreignDeliveries: foreignFailures(breaking, NAMES),
  }
}

/** Lets an endpoint fail for the fifth time with a new secret; undefined where there is none. */
async function lookAfterRotation(breaking: Breaking): Promise<Look | undefined> {
  const { afterRotation } = breaking.endpoints
  const isRotated = await afterRotation?.rotate().then(() => true, unlessUnable)
  return afterRotation === undefined || isRotated !== true
    ? undefined
    : failAgain(breaking, afterRotation, ROTATED, 1, 'stage')
}

/** The quotes whose events fail under this reading. */
const NAMES = [
  'stage',
  'soon',
  ROTATED,
  BY_PROPOSAL,
  'late',
  'again',
  'before the edge',
  'after the edge',
  ...AGAIN_NAMES,
]
