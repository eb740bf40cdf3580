import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import {
  attemptsAt,
  type Breaking,
  BY_PROPOSAL,
  failAgain,
  failuresAt,
  foreignFailures,
  MARGIN_MS,
  sampleStatus,
  watchAttempts,
} from './endpoints.ts'
import { whileDisabled } from './out-of-service.ts'
import { AGAIN_NAMES, reenabledByAttempts } from './reenabled.ts'
import type { BreakerTrace, StatusSample } from './trace.ts'

const ROTATED = 'soon after a rotation'

/** Drives the breaker where each failed attempt counts: five attempts at one event have just opened it. */
export async function breakByAttempts(
  breaking: Breaking,
  sharp: readonly StatusSample[],
): Promise<BreakerTrace> {
  const { context, endpoints } = breaking
  const { clock, spec } = context
  const { failures, windowMs } = spec.delivery.breaker
  const { always, below, spread, afterSuccess, otherType, across } = endpoints
  const firstFailure = Math.min(...failuresAt(breaking, always, 'shared').map(({ earliest }) => earliest))

  const belowFive = await sampleStatus(breaking, below, undefined, 'shared')
  // At each of these endpoints four failures were followed by a success.
  const [soon, rotated] = await Promise.all([
    failAgain(breaking, afterSuccess, 'soon', 1, 'shared'),
    sampleAfterRotation(breaking),
  ])

  const late = async (): Promise<StatusSample> => {
    clock.awaits('a fifth failure almost a window after the first', windowMs)
    await clock.sleep(Math.max(0, firstFailure + windowMs - 3 * MARGIN_MS - clock.now()))
    return failAgain(breaking, spread, 'late', 1, 'shared')
  }

  const forgets = async (): Promise<StatusSample> => {
    clock.awaits('that failures are forgotten when the window is over', windowMs)
    const last = Math.max(...failuresAt(breaking, below, 'shared').map(({ latest }) => latest))
    await clock.sleep(Math.max(0, last + windowMs + MARGIN_MS - clock.now()))
    const sample = await failAgain(breaking, below, 'again', failures - 1)
    // This endpoint has to work from now on, so the suite waits for its successful attempt.
    await watchAttempts(context, failures, () => withoutCopies(attemptsAt(breaking, below, 'again')))
    return sample
  }

  /** Makes two failures before the end of a window that began with the first failure, and three after it. */
  const overTheEdge = async (): Promise<StatusSample> => {
    await clock.sleep(Math.max(0, firstFailure + windowMs - 2 * MARGIN_MS - clock.now()))
    await failAgain(breaking, across, 'before the edge', 2)
    await clock.sleep(Math.max(0, firstFailure + windowMs + MARGIN_MS - clock.now()))
    return failAgain(breaking, across, 'after the edge', 3, 'before the edge')
  }

  const beside = Promise.all([
    forgets(),
    late(),
    clock.virtual ? overTheEdge() : undefined,
    otherType && failAgain(breaking, otherType, BY_PROPOSAL, 1, 'shared'),
  ])
  const [outOfService, [belowAgain, lastOfSpread, lastOfAcross, ofOtherType]] = await Promise.all([
    whileDisabled(breaking, { out: always, working: below, beside }, () => reenabledByAttempts(breaking)),
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

/** Rotates an endpoint's secret and makes it fail for the fifth time; undefined where that is impossible. */
async function sampleAfterRotation(breaking: Breaking): Promise<StatusSample | undefined> {
  const { afterRotation } = breaking.endpoints
  const isRotated = await afterRotation?.rotate().then(() => true, unlessUnable)
  return afterRotation === undefined || isRotated !== true
    ? undefined
    : failAgain(breaking, afterRotation, ROTATED, 1, 'shared')
}

/** The quotes whose events fail under this reading. */
const NAMES = [
  'shared',
  'soon',
  ROTATED,
  BY_PROPOSAL,
  'late',
  'again',
  'before the edge',
  'after the edge',
  ...AGAIN_NAMES,
]
