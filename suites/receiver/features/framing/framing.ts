import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery, Framing } from '../../../../conformance/ports/receiver.ts'
import { observed } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { inOtherLetters } from '../../vocabulary/drafts/other-letters.ts'
import { driveEach, driveOne } from '../../vocabulary/driving/send.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'

interface Framed {
  readonly name: string
  readonly framing: Framing
  readonly exchange: Exchange
}

interface Trace {
  readonly framed: readonly Framed[]
  readonly kept: readonly Exchange[]
}

/** TCP may split a request anywhere. The specification does not say which framing of HTTP/1.1 the platform uses. */
export const framing: ReceiverScenario = sendScenario<Trace>({
  id: 'framing/framing',
  title: 'Deliveries are accepted in every framing of HTTP',
  async drive(context) {
    const { sendOverOne, time } = context
    const run = await time()
    const length = run.isSlow ? FEW_ON_ONE : MANY_ON_ONE
    const framed = await framedOnes(context)
    const takesChunks = framed.every((one) => one.framing !== 'chunked' || isAccepted(one.exchange))
    const keep = () => sendOverOne(Array.from({ length }, (_, place) => onOne(context, place, takesChunks)))
    return { framed, kept: await driveOne(context, keep, (all) => all.every(isAccepted)) }
  },
  claims: [
    framed('receiver-accepts-pieces', 'pieces', 'bytewise', 'late-body'),
    framed('receiver-verifies-cut-characters', 'within-characters'),
    framed('receiver-accepts-chunks', 'chunked'),
    framed('receiver-accepts-expect-continue', 'continue'),
    claim('receiver-accepts-a-kept-connection', ({ kept }) => allOf(kept.map((one) => accepted(one)))),
  ],
})

function framed(requirement: string, ...framings: readonly Framing[]) {
  return claim<Trace>(requirement, (trace) =>
    allOf(
      trace.framed
        .filter((one) => framings.includes(one.framing))
        // RFC 9110 defines 417 for servers that do not meet an expectation.
        .map(({ name, exchange }) =>
          exchange.answer?.status === 417 ? observed('it is declined with 417') : accepted(exchange, name),
        ),
    ),
  )
}

const FEW_ON_ONE = 2
/** More requests than servers usually accept on one connection before they check it. */
const MANY_ON_ONE = 12
const TYPES_ON_ONE: readonly EventType[] = ['quote.created', 'policy.created', 'broker.added']

/** One of the deliveries on one connection. Framings alternate, and during a rotation the secrets do too. */
function onOne({ draft, signed, facts }: ReceiverContext, place: number, takesChunks: boolean): Delivery {
  const type = TYPES_ON_ONE[place % TYPES_ON_ONE.length] ?? 'quote.created'
  const isPrevious = place % 4 === 1 && facts.secrets.has('previous')
  return signed(draft(type), {
    ...(isPrevious && { secret: 'previous' }),
    ...(takesChunks && place % 2 === 1 && { framing: 'chunked' }),
  })
}

interface Way {
  readonly framing: Framing
  readonly type: EventType
  /** True where the body has multi-byte letters. */
  readonly isForeign: boolean
  readonly variant?: boolean
}

const WAYS: readonly Way[] = [
  { framing: 'pieces', type: 'quote.created', isForeign: false },
  { framing: 'late-body', type: 'quote.created', isForeign: false },
  { framing: 'within-characters', type: 'policy.created', isForeign: true },
  { framing: 'chunked', type: 'quote.created', isForeign: false },
  { framing: 'continue', type: 'quote.created', isForeign: false },
  { framing: 'within-characters', type: 'broker.added', isForeign: true, variant: true },
  { framing: 'within-characters', type: 'quote.created', isForeign: true, variant: true },
  { framing: 'chunked', type: 'broker.added', isForeign: true, variant: true },
  { framing: 'bytewise', type: 'quote.created', isForeign: false, variant: true },
  { framing: 'bytewise', type: 'policy.created', isForeign: true, variant: true },
]

function framedOnes(context: ReceiverContext): Promise<readonly Framed[]> {
  const { draft, signed, event, send } = context
  const bodyOf = ({ type, isForeign }: Way) =>
    isForeign ? inOtherLetters(JSON.stringify(event(type))) : JSON.stringify(event(type))
  return driveEach(
    context,
    'framings',
    WAYS,
    async (way) => ({
      name: `${way.framing}, ${way.type}`,
      framing: way.framing,
      exchange: await send(signed(draft(way.type, { body: bodyOf(way) }), { framing: way.framing })),
    }),
    ({ exchange }) => isAccepted(exchange),
  )
}
