import type { Claim } from '../../../../../conformance/scenario.ts'
import { cannotTell, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { isDisabled } from '../schedule/breaker/judged.ts'
import type { StatusSample } from '../schedule/breaker/trace.ts'
import { type BrokerFailures, driveBrokerFailures } from './drive.ts'

/**
 * Checks that the breaker counts failures of every type and kind, at the endpoints of every partner (8.breaker, R27). An endpoint
 * that was enabled again is like a new one.
 */
export const brokerFailures: PlatformScenario = scenario<BrokerFailures>({
  id: 'webhooks/broker-failures',
  title: 'Failures of broker.added open the breaker, too, however often it was opened before',
  needs: [
    { offers: 'endpoints' },
    { operator: 'add_broker' },
    { operator: 'endpoint_status' },
    { operator: 'enable_endpoint' },
  ],
  alone: true,
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
  of: (trace: BrokerFailures) => StatusSample | undefined,
): Claim<BrokerFailures, Spec> {
  return claim('breaker-opens-at-five', (trace, { spec }) => hasOpened(of(trace), spec), name)
}

/** Judges by either reading of what counts: an endpoint that was disabled earlier than by events counts attempts. */
export function hasOpened(sample: StatusSample | undefined, spec: Spec): Verdict {
  if (sample === undefined) return cannotTell('no endpoint was driven so far')
  if (sample.status === 'disabled') return passed(`disabled after ${sample.failures} events failed for good`)
  // Which of them are attempts is read from their times, so the last failure may not have come yet.
  if (sample.withCopies > sample.failures) return cannotTell('deliveries come with copies')
  return isDisabled({ foreignDeliveries: 0 }, sample, spec)
}
