import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, observed } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { eachShownOnce } from '../../secrets.ts'
import { came, cameOfEveryType, ifDisabled } from './judged.ts'
import { reenabledClaims } from './reenabled-claims.ts'
import { noFailure } from './slow-success.ts'
import type { BreakerTrace } from './trace.ts'

/** Claims on what else a disabled endpoint shows. Statements judge the breaker itself (8.breaker, R27). */
export const breakerClaims: readonly Claim<BreakerTrace, Spec>[] = [
  claim(
    'signing-secret-is-shown-once',
    (trace) =>
      ifDisabled(trace, () =>
        trace.secrets.length === 0 ? cannotTell('no secret of it is known') : eachShownOnce([trace.secrets]),
      ),
    'a disabled endpoint while others go on',
  ),
  claim('breaker-is-per-endpoint', (trace) =>
    ifDisabled(trace, ({ works, elsewhere }) =>
      works ? came(elsewhere, 'the event at a working endpoint') : cannotTell('no endpoint worked any more'),
    ),
  ),
  claim(
    'breaker-is-per-endpoint',
    (trace) => ifDisabled(trace, ({ ofEveryType }) => cameOfEveryType(ofEveryType, 'a working endpoint')),
    'for events of every type',
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
      return trace.countsAttempts ? observed('they are lost') : cannotTell('no retry was due meanwhile')
    }),
  ),
  ...reenabledClaims,
]
