import type { Exchange } from '../../../../conformance/exchange.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Changes } from '../../vocabulary/drafts/draft.ts'
import { driveEach, eventTypesOf } from '../../vocabulary/driving/send.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { refusedOne } from '../../vocabulary/judge/refused.ts'

interface Round {
  readonly type: EventType
  readonly wrong: Exchange
  readonly unsigned: Exchange
  /** The delivery that came before on the connection, now without a signature; absent where the receiver is slow. */
  readonly stripped?: Exchange
  /** Valid deliveries, each sent after a forgery. */
  readonly right: readonly Exchange[]
  /** The last valid delivery. */
  readonly last: Exchange
}

interface Trace {
  readonly rounds: readonly Round[]
}

/** The sender may change between two deliveries on one connection, because a proxy sends for many senders over one. */
export const overOneConnection: ReceiverScenario = sendScenario<Trace>({
  id: 'forgeries/over-one-connection',
  title: 'A valid delivery does not make others on its connection valid',
  async drive(context) {
    const items = eventTypesOf(context.spec).map(({ type }, index) => ({ type, variant: index > 0 }))
    const drive = ({ type }: { type: EventType }) => roundOf(context, type)
    return {
      rounds: await driveEach(context, 'connections', items, drive, ({ last }) => isAccepted(last)),
    }
  },
  claims: [
    claim('receiver-refuses-wrong-signature', ({ rounds }) =>
      allOf(
        rounds.map(({ type, wrong, last }) =>
          refusedOne(`on the connection of a right ${type}`, wrong, last),
        ),
      ),
    ),
    claim('receiver-refuses-missing-signature', ({ rounds }) =>
      allOf(
        rounds.flatMap(({ type, unsigned, stripped, last }) => [
          refusedOne(`on the connection of a right ${type}`, unsigned, last),
          ...(stripped ? [refusedOne(`a right ${type} again, without its signature`, stripped, last)] : []),
        ]),
      ),
    ),
    claim('receiver-accepts-a-kept-connection', ({ rounds }) =>
      allOf(
        rounds.flatMap(({ type, right }) =>
          right.map((one) => accepted(one, `a right ${type} behind a refused delivery`)),
        ),
      ),
    ),
  ],
})

/** Deliveries that a receiver may refuse by their headers alone. What it leaves unread comes before the next delivery. */
const INCOMPLETE: readonly Changes[] = [{ id: null }, { timestamp: null }]

async function roundOf(context: ReceiverContext, type: EventType): Promise<Round> {
  const { draft, signed, changed, sendOverOne, time } = context
  const { isSlow } = await time()
  const event = draft(type)
  const [, wrong, ...others] = await sendOverOne([
    signed(draft(type)),
    changed(draft(type), { signature: '0'.repeat(64) }),
    // The same headers but for one: a receiver that keeps those of the request before would find the signature.
    ...(isSlow ? [] : [signed(event), changed(event, { signature: null })]),
    ...(isSlow ? [] : INCOMPLETE.flatMap((lack) => [signed(draft(type)), changed(draft(type), lack)])),
    signed(draft(type)),
    changed(draft(type), { signature: null }),
    signed(draft(type)),
  ])
  const [before, unsigned, last] = others.slice(-3)
  if (wrong === undefined || before === undefined || unsigned === undefined || last === undefined)
    throw new RangeError('a delivery over one connection has no exchange')
  const [again, stripped, ...mixed] = others.slice(0, -3)
  return {
    ...{ type, wrong, unsigned, last },
    right: [...(again ? [again] : []), ...mixed.filter((_, place) => place % 2 === 0), before, last],
    ...(stripped && { stripped }),
  }
}
