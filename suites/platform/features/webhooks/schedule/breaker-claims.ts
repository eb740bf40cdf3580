import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { breach } from '../delivery.ts'
import type { BreakerTrace } from './breaker.ts'

const COPIES = 'deliveries come with copies, and how often a copy counts as a failure is open'

const READINGS = { attempts: 'failed attempts', deliveries: 'events that failed for good' } as const

/** What takes an endpoint out of service, and what that means (8.breaker, R27). */
export const breakerClaims: readonly Claim<BreakerTrace, Spec>[] = [
  claim('breaker-fits-a-reading', fitsAReading),
  claim('breaker-stays-closed-below-five', (trace) =>
    is(trace, trace.below, 'enabled', 'after four failures'),
  ),
  claim('breaker-forgets-after-five-minutes', (trace) =>
    trace.below === 'enabled'
      ? is(trace, trace.belowAgain, 'enabled', 'after four more, when the window was over')
      : cannotTell('it was out of service before'),
  ),
  claim('breaker-opens-at-five', (trace) => is(trace, trace.open, 'disabled', 'after five failures')),
  claim('breaker-opens-at-five', spreadOut, 'spread over four minutes'),
  claim('breaker-stops-deliveries', (trace) => whenOpen(trace, () => nothingCame(trace))),
  claim('breaker-stays-open', (trace) =>
    whenOpen(trace, () => is(trace, trace.stillOpen, 'disabled', `${trace.watchedMs} ms later`)),
  ),
  claim('breaker-is-per-endpoint', (trace) =>
    whenOpen(trace, () =>
      trace.below === 'enabled'
        ? came(trace.elsewhere, 'the event at a sound endpoint')
        : cannotTell('no endpoint was sound any more'),
    ),
  ),
  claim('breaker-lets-enabled-endpoints-work', (trace) =>
    whenOpen(trace, () => came(trace.afterwards, 'new events after it was enabled')),
  ),
  claim('observe-breaker-after-success', (trace) =>
    whenOpen(trace, () =>
      trace.below === 'enabled'
        ? observed(
            trace.afterSuccess === 'disabled'
              ? 'a success between failures does not reset the count'
              : 'a success between failures resets the count',
          )
        : cannotTell('four failures took it out of service'),
    ),
  ),
  claim('observe-events-while-disabled', (trace) =>
    whenOpen(trace, () => observed(trace.lateEvents > 0 ? 'they are sent later' : 'they are lost')),
  ),
  claim('observe-retries-while-disabled', (trace) =>
    whenOpen(trace, () => {
      if (trace.lateRepeats > 0) return observed('they are sent later')
      // Where whole deliveries count, all ladders have ended by then.
      return trace.reading === 'attempts'
        ? observed('they are lost')
        : cannotTell('no retry was due meanwhile')
    }),
  ),
]

/** The status of an endpoint. Events that others made in this time may have moved any count. */
function is(
  { foreignDeliveries, copies }: BreakerTrace,
  status: string,
  wanted: string,
  when: string,
): Verdict {
  if (status !== 'enabled' && status !== 'disabled')
    return cannotTell(`the operator says ${status}`, 'operator.endpoint_status')
  if (status === wanted) return passed(`${wanted} ${when}`)
  if (copies) return cannotTell(COPIES)
  return foreignDeliveries > 0
    ? cutOff(`${foreignDeliveries} deliveries about quotes of others came in between`)
    : failed({ expected: `${wanted} ${when}`, observed: status, at: 'endpoint status' })
}

function whenOpen({ open }: BreakerTrace, judge: () => Verdict): Verdict {
  return open === 'disabled' ? judge() : cannotTell('the endpoint was not taken out of service')
}

/** The last one of five comes four minutes after the first: still within the window. */
function spreadOut(trace: BreakerTrace): Verdict {
  if (trace.spread === undefined) return cannotTell('a success in between resets the count')
  return is(trace, trace.spread, 'disabled', 'after five failures within four minutes')
}

function nothingCame({ whileOpen, watchedMs }: BreakerTrace): Verdict {
  const [first] = whileOpen
  return first === undefined
    ? passed(`watched for ${watchedMs} ms`)
    : breach(first, 'no delivery to a disabled endpoint', `${whileOpen.length} attempts`, 'endpoint')
}

function came(arrivals: readonly Arrival[], expected: string): Verdict {
  return arrivals.length > 0 ? passed() : failed({ expected, observed: 'nothing', at: 'endpoint' })
}

/** Either five attempts open it, or five events do; a target whose endpoint opens at neither fits no reading. */
function fitsAReading({ reading, open, foreignDeliveries, copies }: BreakerTrace): Verdict {
  if (open === 'disabled') return passed(`what counts: ${READINGS[reading]}`)
  if (copies) return cannotTell(COPIES)
  return foreignDeliveries > 0
    ? cutOff(`${foreignDeliveries} deliveries about quotes of others came in between`)
    : failed({
        expected: 'out of service after five failures',
        observed: `still ${open} after five failed attempts and after five events that failed for good`,
        at: 'endpoint status',
      })
}
