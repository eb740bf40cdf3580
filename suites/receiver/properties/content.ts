import fc from 'fast-check'
import type { Exchange } from '../../../conformance/exchange.ts'
import { all, passed } from '../../../conformance/verdict.ts'
import { type EventCase, eventCases, eventText } from '../../../generators/event-texts.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../vocabulary/context.ts'
import { eventTypesOf } from '../vocabulary/driving/send.ts'
import { type Effects, eachProcessed, processedAtAll } from '../vocabulary/effects/processed.ts'
import { accepted, isAccepted } from '../vocabulary/judge/answer.ts'
import {
  judgeReceiverCases,
  type ReceiverCases,
  type ReceiverProperty,
  runReceiverProperty,
} from './property.ts'

interface Seen {
  readonly id: string
  readonly exchange: Exchange
}

const isTaken = ({ exchange }: Seen, { type, name }: EventCase) =>
  accepted(exchange, `${type} with the name ${JSON.stringify(name.slice(0, 40))}`)

const isProcessed = ({ id, exchange }: Seen, effects: Effects) =>
  'absent' in effects || !isAccepted(exchange)
    ? passed()
    : eachProcessed(effects, [{ id, exchanges: [exchange] }], processedAtAll)

function property({ spec, draft, event, signed, send }: ReceiverContext): ReceiverProperty<EventCase, Seen> {
  const types = eventTypesOf(spec).map(({ type }) => type)
  return {
    arbitrary: fc.oneof(...types.map(eventCases)),
    async send(input) {
      const one = draft(input.type, { body: eventText(input, event(input.type)) })
      return { id: one.id, exchange: await send(signed(one)) }
    },
    idsOf: ({ id, exchange }) => (isAccepted(exchange) ? [id] : []),
    judge: (seen, input, effects) => all([isTaken(seen, input), isProcessed(seen, effects)]),
    exchangesOf: ({ exchange }) => [exchange],
    steps: (input) => [`deliver ${JSON.stringify(input)}`],
  }
}

/** Generated content in every place where the specification leaves a text open. */
export const variedContent: ReceiverScenario = sendScenario<ReceiverCases<EventCase, Seen>>({
  id: 'generated/content',
  title: 'Events with generated content are accepted',
  drive: (context) => runReceiverProperty(context, 'generated contents', property(context)),
  claims: [
    claim('receiver-accepts-varied-content', (trace) => judgeReceiverCases(trace, isTaken)),
    claim('receiver-processes-each-event', (trace) =>
      judgeReceiverCases(trace, (seen, _, effects) => isProcessed(seen, effects)),
    ),
  ],
})
