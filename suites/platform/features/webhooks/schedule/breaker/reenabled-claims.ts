import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { keepsAll, logClaims } from '../../delivery-log/claims.ts'
import { came, cameOfEveryType, ifDisabled } from './judged.ts'
import type { BreakerTrace } from './trace.ts'

const WHEN = 'after the endpoint was enabled again'

/** Claims that retries and breaker work as before on an endpoint that was enabled again (8.retry, 8.breaker, R25, R27). */
export const reenabledClaims: readonly Claim<BreakerTrace, Spec>[] = [
  claim(
    'breaker-lets-enabled-endpoints-work',
    (trace) =>
      ifDisabled(trace, ({ again: { attempts } }) => came(attempts, 'new events after it was enabled')),
    WHEN,
  ),
  claim(
    'breaker-lets-enabled-endpoints-work',
    (trace) => ifDisabled(trace, ({ afterwards }) => cameOfEveryType(afterwards, 'the endpoint')),
    'for events of every type',
  ),
  claim(
    'delivery-log-has-every-attempt',
    (trace) =>
      ifDisabled(trace, ({ logs }) =>
        logs === undefined ? cannotTell('its log was not checked') : keepsAll(...logs),
      ),
    WHEN,
  ),
  ...logClaims<BreakerTrace>(({ outOfService }) => {
    const log = outOfService?.again.log
    return log === undefined ? cannotTell('its log was not read after new events') : [log]
  }, 'of new events after the endpoint was enabled again'),
]
