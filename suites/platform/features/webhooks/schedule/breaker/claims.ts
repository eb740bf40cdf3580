import type { Claim } from '../../../../../../conformance/scenario.ts'
import { all, cannotTell, observed, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { eachShownOnce } from '../../secrets.ts'
import {
  COPIES,
  came,
  cameOfEveryType,
  hasForgotten,
  ifDisabled,
  isDisabled,
  isEnabled,
  isTooLong,
  most,
  noBroker,
  nothingCame,
  notOpened,
  startsInService,
  stayed,
  TOO_LONG,
  wrongStatus,
} from './judged.ts'
import { reenabledClaims } from './reenabled-claims.ts'
import { noFailure } from './slow-success.ts'
import type { BreakerTrace } from './trace.ts'

const COUNTED = { attempts: 'failed attempts', events: 'events that failed for good' } as const

/** Claims on what opens the circuit breaker, and on its effects (8.breaker, R27). */
export const breakerClaims = (spec: Spec): readonly Claim<BreakerTrace, Spec>[] => [
  claim('breaker-fits-a-reading', (trace, { spec }) => fitsAReading(trace, spec)),
  claim('breaker-stays-closed-below-five', (trace, { spec }) => staysClosed(trace, most(spec))),
  claim('breaker-forgets-after-five-minutes', (trace, { spec }) =>
    staysInService(trace, most(spec))
      ? hasForgotten(trace, trace.belowAgain, spec, 'as many again when the window was over')
      : cannotTell('it was out of service before, or not all had failed'),
  ),
  claim('breaker-opens-at-five', (trace, { spec }) => opens(trace, spec)),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.spread, spec),
    'spread over four minutes, with successes in between',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.afterSuccess, spec),
    'of two events, with a success in between',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.afterRotation, spec),
    'with a rotation of its secret in between',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.otherType, spec),
    'of events of two types',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.across, spec),
    'five minutes after an earlier failure',
  ),
  claim(
    'signing-secret-is-shown-once',
    (trace) =>
      ifDisabled(trace, () =>
        trace.secrets.length === 0 ? cannotTell('no secret of it is known') : eachShownOnce([trace.secrets]),
      ),
    'a disabled endpoint while others go on',
  ),
  claim('breaker-stops-deliveries', (trace) => ifDisabled(trace, nothingCame)),
  claim(
    'breaker-stops-deliveries',
    (trace) => ifDisabled(trace, ({ broker }) => noBroker(broker)),
    'that announce a broker',
  ),
  claim('breaker-stays-open', (trace) => ifDisabled(trace, stayed)),
  claim('breaker-is-per-endpoint', (trace, { spec }) =>
    ifDisabled(trace, ({ elsewhere }) =>
      staysInService(trace, most(spec))
        ? came(elsewhere, 'the event at a working endpoint')
        : cannotTell('no endpoint worked any more'),
    ),
  ),
  claim(
    'breaker-is-per-endpoint',
    (trace) => ifDisabled(trace, ({ ofEveryType }) => cameOfEveryType(ofEveryType, 'a working endpoint')),
    'for events of every type',
  ),
  claim(
    'breaker-is-per-endpoint',
    (trace) => ifDisabled(trace, startsInService),
    'also for another one at the same address',
  ),
  claim(
    'answer-at-7-seconds-is-success',
    ({ slow }, { spec }) => (slow === undefined ? cannotTell('it was not checked') : noFailure(slow, spec)),
    'for the breaker',
  ),
  claim('observe-events-while-disabled', (trace) =>
    ifDisabled(trace, ({ lateEvents }) => observed(lateEvents > 0 ? 'they are sent later' : 'they are lost')),
  ),
  claim('observe-retries-while-disabled', (trace) =>
    ifDisabled(trace, ({ lateRepeats }) => {
      if (lateRepeats > 0) return observed('they are sent later')
      // Where only events count, all retry schedules have ended before it opens.
      return trace.reading === 'attempts'
        ? observed('they are lost')
        : cannotTell('no retry was due meanwhile')
    }),
  ),
  ...reenabledClaims(spec),
]

/** Says whether the endpoint was still enabled after all of its four failures. */
const staysInService = ({ below }: BreakerTrace, five: number): boolean =>
  below.status === 'enabled' && below.failures >= five - 1

/** Judges the endpoint with four failures, and every sample of another one before its fifth. */
function staysClosed(trace: BreakerTrace, five: number): Verdict {
  // Where failed attempts opened it too late, counts of events decide nothing.
  if (trace.openedAt !== undefined) return cannotTell('the endpoint was out of service before')
  const samples = [...trace.sharp.filter(({ failures }) => failures < five), trace.below]
  return all(samples.map((sample) => isEnabled(trace, sample, five)))
}

/** Judges that exactly five failures open the breaker: the sample after the fifth comes before the sixth is due. */
function opens(trace: BreakerTrace, spec: Spec): Verdict {
  const five = most(spec)
  if (trace.openedAt !== undefined)
    return wrongStatus(
      trace,
      `disabled after ${five} failed attempts, or not by them`,
      openedLate(trace.openedAt),
    )
  const full = trace.sharp.filter(({ failures }) => failures >= five)
  const first = full[0] ?? trace.sharp.at(-1)
  return first === undefined
    ? cannotTell('five failures could not be caused')
    : isDisabled(trace, first, spec)
}

const openedLate = (attempts: number): string =>
  `disabled only after ${attempts} failed attempts, when no event had failed for good`

/** Judges that five attempts or five events open the breaker. A target where neither does fits no reading. */
function fitsAReading(trace: BreakerTrace, spec: Spec): Verdict {
  const { reading, sharp, openedAt } = trace
  const five = 'out of service after five failures'
  if (openedAt !== undefined) return wrongStatus(trace, five, openedLate(openedAt))
  if (sharp.some(({ status }) => status === 'disabled')) return passed(`what counts: ${COUNTED[reading]}`)
  const last = sharp.at(-1)
  if (last === undefined || last.failures < 5)
    return cannotTell(last && last.withCopies > last.failures ? COPIES : 'five events did not fail for good')
  if (isTooLong(last, spec)) return cannotTell(TOO_LONG)
  return notOpened(
    trace,
    five,
    `still ${last.status} after five failed attempts and after ${last.failures} events that failed for good`,
  )
}
