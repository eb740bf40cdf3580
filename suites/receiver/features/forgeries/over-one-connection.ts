import type { Exchange } from '../../../../conformance/exchange.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { driveEach, eventsOf } from '../../vocabulary/send.ts'
import { refusedOne } from './judge.ts'

interface Round {
  readonly type: EventType
  readonly wrong: Exchange
  readonly unsigned: Exchange
  /** Valid deliveries, each sent after a forgery. */
  readonly right: readonly Exchange[]
  /** The last valid delivery. */
  readonly last: Exchange
}

interface Trace {
  readonly rounds: readonly Round[]
}

/** The sender may change between two deliveries on one connection, because a proxy sends for many senders over one. */
export const overOneConnection: ReceiverScenario = scenario<Trace>({
  id: 'forgeries/over-one-connection',
  title: 'A right delivery makes no other on its connection right',
  async drive(context) {
    const items = eventsOf(context.spec).map(({ type }, index) => ({ type, variant: index > 0 }))
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
        rounds.map(({ type, unsigned, last }) =>
          refusedOne(`on the connection of a right ${type}`, unsigned, last),
        ),
      ),
    ),
    claim('receiver-accepts-a-kept-connection', ({ rounds }) =>
      allOf(
        rounds.flatMap(({ type, right }) =>
          right.map((one) => accepted(one, `a right ${type} behind one that was refused`)),
        ),
      ),
    ),
  ],
})

async function roundOf(context: ReceiverContext, type: EventType): Promise<Round> {
  const { draft, signed, changed, sendOverOne, time } = context
  const run = await time()
  const exchanges = await sendOverOne([
    signed(draft(type)),
    changed(draft(type), { signature: '0'.repeat(64) }),
    ...(run.isSlow ? [] : [signed(draft(type))]),
    changed(draft(type), { signature: null }),
    signed(draft(type)),
  ])
  const [unsigned, last] = exchanges.slice(-2)
  const wrong = exchanges[1]
  if (wrong === undefined || unsigned === undefined || last === undefined)
    throw new RangeError('a delivery over one connection has no exchange')
  const right = exchanges.slice(2).filter((one) => one !== unsigned)
  return { type, wrong, unsigned, right, last }
}
