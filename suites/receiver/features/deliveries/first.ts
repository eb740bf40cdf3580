import type { Exchange } from '../../../../conformance/exchange.ts'
import { defineScenario } from '../../../../conformance/scenario.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario } from '../../vocabulary/context.ts'
import { accepted, inTime } from '../../vocabulary/judge/answer.ts'

/** The plainest event, and the first delivery that a receiver gets. Unless it is accepted nothing else is sent. */
export const firstDelivery: ReceiverScenario = defineScenario<ReceiverContext, Spec, Exchange>({
  id: 'deliveries/first',
  title: 'The first delivery counts like any other',
  drive: ({ opening }) => opening(),
  claims: [
    claim('receiver-accepts-quote-created', (exchange) => accepted(exchange)),
    claim('receiver-answers-within-8-seconds', (exchange, { spec }) => inTime(exchange, spec)),
  ],
})
