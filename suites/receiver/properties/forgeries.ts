import type { Exchange } from '../../../conformance/exchange.ts'
import { observed } from '../../../conformance/verdict.ts'
import { type ForgedCase, forgedCases, forgedText } from '../../../generators/forged.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../vocabulary/context.ts'
import type { Changes } from '../vocabulary/drafts/draft.ts'
import { eventsOf } from '../vocabulary/driving/send.ts'
import { refusedOne } from '../vocabulary/judge/refused.ts'
import { type Cases, judgeCases, type Property, runProperty } from './property.ts'

interface Seen {
  readonly forged: Exchange
  readonly counterpart: Exchange
}

const isRefused = ({ forged, counterpart }: Seen, { type, part, how }: ForgedCase) =>
  refusedOne(`${type} with its ${part} ${how}`, forged, counterpart)

const ofPart =
  (...parts: readonly ForgedCase['part'][]): Property<ForgedCase, Seen>['judge'] =>
  (seen, input) =>
    parts.includes(input.part) ? isRefused(seen, input) : observed('another part')

function property(context: ReceiverContext): Property<ForgedCase, Seen> {
  const { spec, draft, signed, changed, signature, send, sendGuarded, timestamp } = context
  return {
    arbitrary: forgedCases(eventsOf(spec).map(({ type }) => type)),
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
export const generatedForgeries: ReceiverScenario = scenario<Cases<ForgedCase, Seen>>({
  id: 'generated/forgeries',
  title: 'Generated forgeries are refused',
  drive: (context) => runProperty(context, 'generated forgeries', property(context)),
  claims: [
    claim('receiver-refuses-wrong-signature', (trace) => judgeCases(trace, ofPart('signature'))),
    claim('receiver-refuses-changed-body', (trace) => judgeCases(trace, ofPart('body'))),
    claim('receiver-refuses-changed-event-id', (trace) => judgeCases(trace, ofPart('id'))),
    claim('receiver-refuses-changed-timestamp', (trace) => judgeCases(trace, ofPart('timestamp'))),
  ],
})
