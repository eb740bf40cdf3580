import type { BesideIdle } from '../../../../conformance/ports/receiver.ts'
import { all, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { driveOne } from '../../vocabulary/driving/send.ts'
import { accepted, inTime, isAccepted } from '../../vocabulary/judge/answer.ts'

/** A platform keeps connections for later deliveries, and may send the next one over any of them. */
export const idleConnection: ReceiverScenario = sendScenario<BesideIdle>({
  id: 'framing/idle-connection',
  title: 'An idle connection delays no delivery',
  drive: (context) => {
    const { draft, signed, sendBesideIdle } = context
    const both = () => sendBesideIdle(signed(draft('quote.created')), signed(draft('policy.created')))
    return driveOne(context, both, ({ first, second }) => isAccepted(first) && isAccepted(second))
  },
  claims: [
    claim('receiver-serves-beside-an-idle-connection', (trace, { spec }) => servedBesideIdle(trace, spec)),
  ],
})

/** A receiver that closes its connections has no idle one. */
function servedBesideIdle({ isIdle, first, second }: BesideIdle, spec: Spec): Verdict {
  if (!isAccepted(first))
    return cutOff('the delivery over the connection that was to be kept was not accepted')
  const verdict = all([accepted(second, 'beside an idle connection'), inTime(second, spec)])
  return isIdle || verdict.kind !== 'passed' ? verdict : passed('the receiver closes its connections')
}
