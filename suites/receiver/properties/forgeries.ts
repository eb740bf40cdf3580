import type { Exchange } from '../../../conformance/exchange.ts'
import { observed } from '../../../conformance/verdict.ts'
import { type ForgedCase, forgedCases, forgedText } from '../../../generators/forged.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../vocabulary/context.ts'
import type { Changes } from '../vocabulary/drafts/draft.ts'
import { eventTypesOf } from '../vocabulary/driving/send.ts'
import { refusedOne } from '../vocabulary/judge/refused.ts'
import {
  judgeReceiverCases,
  type ReceiverCases,
  type ReceiverProperty,
  runReceiverProperty,
} from './property.ts'

interface Seen {
  readonly forged: Exchange
  readonly counterpart: Exchange
}

const isRefused = ({ forged, counterpart }: Seen, { type, part, how }: ForgedCase) =>
  refusedOne(`${type} with its ${part} ${how}`, forged, counterpart)

const ofPart =
  (...parts: readonly ForgedCase['part'][]): ReceiverProperty<ForgedCase, Seen>['judge'] =>
  (seen, input) =>
    parts.includes(input.part) ? isRefused(seen, input) : observed('another part')

function property(context: ReceiverContext): ReceiverProperty<ForgedCase, Seen> {
  const { spec, draft, signed, changed, signature, send, sendGuarded, timestamp } = context
  return {
    arbitrary: forgedCases(eventTypesOf(spec).map(({ type }) => type)),
    async send(input) {
      const event = draft(input.type)
      const right = input.part === 'signature' ? signature(event) : event[input.part]
      const text = forgedText(input, right)
      // A change with no effect is not a forgery. Hexadecimal digits may be written in capitals.
      const isSame = input.part === 'signature' ? text.toLowerCase() === right : text === right
      const changes: Changes = { [input.part]: isSame ? `${text}0` : text }
      const forged = await sendGuarded(changed(event, changes))
      return { forged, counterpart: await send(signed({ ...event, timestamp: timestamp() })) }
    },
    idsOf: () => [],
    judge: isRefused,
    exchangesOf: ({ forged, counterpart }) => [forged, counterpart],
    steps: (input) => [
      `deliver a ${input.type} with its ${input.part} changed: ${JSON.stringify(input)}`,
      'deliver the same event, correctly signed',
    ],
  }
}

/** Generated changes in every part that the signature covers, and in the signature itself. */
export const generatedForgeries: ReceiverScenario = sendScenario<ReceiverCases<ForgedCase, Seen>>({
  id: 'generated/forgeries',
  title: 'Generated forgeries are refused',
  drive: (context) => runReceiverProperty(context, 'generated forgeries', property(context)),
  claims: [
    claim('receiver-refuses-wrong-signature', (trace) => judgeReceiverCases(trace, ofPart('signature'))),
    claim('receiver-refuses-changed-body', (trace) => judgeReceiverCases(trace, ofPart('body'))),
    claim('receiver-refuses-changed-event-id', (trace) => judgeReceiverCases(trace, ofPart('id'))),
    claim('receiver-refuses-changed-timestamp', (trace) => judgeReceiverCases(trace, ofPart('timestamp'))),
  ],
})
