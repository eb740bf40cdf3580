import type { Exchange } from '../../../../conformance/exchange.ts'
import { defineScenario } from '../../../../conformance/scenario.ts'
import { CannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import {
  claim,
  NOT_HERE,
  type ReceiverContext,
  type ReceiverScenario,
  whyRefused,
} from '../../vocabulary/context.ts'
import { accepted, inTime } from '../../vocabulary/judge/answer.ts'

interface Trace extends Exchange {
  /** Why it was refused, and what to do, where other deliveries showed it. */
  readonly why?: string
}

/** The plainest event, and the first delivery that a receiver gets. Unless it is accepted nothing else is sent. */
export const firstDelivery: ReceiverScenario = defineScenario<ReceiverContext, Spec, Trace>({
  id: 'deliveries/first',
  title: 'The first delivery counts like any other',
  async drive({ opening, once }) {
    const [first, { why }] = [await opening(), await whyRefused({ once })]
    const status = first.answer?.status
    if (status !== undefined && NOT_HERE.has(status))
      throw new CannotTell(`the first delivery was answered ${status}: there is no receiver at receiver.url`)
    return { ...first, ...(why !== undefined && { why }) }
  },
  claims: [
    claim('receiver-accepts-quote-created', advised),
    claim('receiver-answers-within-8-seconds', (exchange, { spec }) => inTime(exchange, spec)),
  ],
})

function advised({ why, ...exchange }: Trace): Verdict {
  const verdict = accepted(exchange)
  if (verdict.kind !== 'failed' || why === undefined) return verdict
  return { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, remedy: why })) }
}
