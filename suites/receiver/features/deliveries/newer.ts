import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Requirement } from '../../../../conformance/requirement.ts'
import { all, cannotTell } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { draftingOn } from '../../vocabulary/drafts/draft.ts'
import { observedDelivery } from '../../vocabulary/judge/answer.ts'

interface Trace {
  readonly answers: readonly { readonly name: string; readonly exchange: Exchange }[]
}

/** The events of each newer version that changed events, delivered to a receiver of an older version. */
export const newerEvents = ({ requirements }: Spec): readonly ReceiverScenario[] =>
  requirements.filter(({ side, forward }) => side === 'receiver' && forward).map(eventsOfVersion)

function eventsOfVersion({ id, until = '' }: Requirement): ReceiverScenario {
  return sendScenario<Trace>({
    id: `forward/${id}`,
    title: `The events of ${until} are delivered to a receiver of an older version`,
    async drive(context) {
      const newer = await context.spec.asOf(until)
      const { draft, signed } = draftingOn(context, newer)
      const answers: { name: string; exchange: Exchange }[] = []
      for (const { type } of newer.delivery.events)
        answers.push({ name: type, exchange: await context.sendGuarded(signed(draft(type))) })
      return { answers }
    },
    claims: [
      claim(id, ({ answers }) =>
        answers.length === 0
          ? cannotTell('nothing was delivered')
          : all(answers.map(({ name, exchange }) => observedDelivery(exchange, `${name} of ${until}`))),
      ),
    ],
  })
}
