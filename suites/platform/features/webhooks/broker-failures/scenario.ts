import type { Claim } from '../../../../../conformance/scenario.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { isDisabled } from '../schedule/breaker/judged.ts'
import { type BrokerFailures, type BrokerSample, driveBrokerFailures } from './drive.ts'

/**
 * Checks that the breaker counts failures of every type and kind, at the endpoints of every partner (8.breaker, R27). An endpoint
 * that was enabled again is like a new one.
 */
export const brokerFailures: PlatformScenario = scenario<BrokerFailures>({
  id: 'webhooks/broker-failures',
  title: 'Failed broker.added events open the breaker, even after it opened before',
  needs: [
    { offers: 'endpoints' },
    { operator: 'add_broker' },
    { operator: 'endpoint_status' },
    { operator: 'enable_endpoint' },
  ],
  exclusive: true,
  drive: driveBrokerFailures,
  claims: [
    opening('of brokers', ({ ways }) => ways.answers),
    opening('of brokers, by silence', ({ ways }) => ways.silence),
    opening('of brokers, at an endpoint of a second partner', ({ ways }) => ways.partner),
    opening('of brokers, for the second time', ({ again }) => again[0]),
    opening('of brokers, for the third time', ({ again }) => again[1]),
  ],
})

function opening(
  name: string,
  of: (trace: BrokerFailures) => BrokerSample | undefined,
): Claim<BrokerFailures, Spec> {
  return claim('breaker-opens-at-five', (trace, { spec }) => hasOpened(of(trace), spec), name)
}

/** Judges by either reading of what counts: an endpoint that was disabled earlier than by events counts attempts. */
export function hasOpened(sample: BrokerSample | undefined, spec: Spec): Verdict {
  if (sample === undefined) return cannotTell('no endpoint was driven so far')
  if (sample.status === 'disabled') return countsMissed(sample, spec)
  // Which of them are attempts is read from their times, so the last failure may not have come yet.
  if (sample.withCopies > sample.failures) return cannotTell('deliveries come with copies')
  return isDisabled({ foreignDeliveries: 0 }, sample, spec)
}

/** Judges that whoever counts attempts also counts those that missed their deadline (R26). */
function countsMissed({ missed, failures, withCopies }: BrokerSample, spec: Spec): Verdict {
  const countsAttempts = failures < spec.delivery.breaker.failures
  if (!countsAttempts) return passed(`disabled after ${failures} events failed for good`)
  if (missed !== 'enabled') return passed('disabled before five events failed for good')
  if (withCopies > failures) return cannotTell('deliveries come with copies')
  return failed({
    expected: 'disabled once five attempts missed their deadline',
    observed: 'enabled then, and disabled by attempts that failed in other ways',
    at: 'endpoint status',
  })
}
