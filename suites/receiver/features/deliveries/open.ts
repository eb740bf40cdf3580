import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import { inLanes } from '../../vocabulary/pace.ts'

type Trace = Readonly<Record<string, Exchange>>

/** Longer than one read of most sockets, shorter than the usual limit of 100 kB. */
const LARGE_BYTES = 70_000

/** What a platform is free to send and a robust receiver takes. */
export const openDeliveries: ReceiverScenario = scenario<Trace>({
  id: 'deliveries/open',
  title: 'What the platform is free to send is taken',
  async drive(context) {
    const { pace, send } = context
    const all = Object.entries(deliveriesOf(context))
    const one = async ([name, delivery]: (typeof all)[number]) => [name, await send(delivery())] as const
    const sent = await inLanes(await pace(), all, one, ([, exchange]) => isAccepted(exchange))
    return Object.fromEntries(sent)
  },
  claims: [
    claimed('receiver-accepts-unknown-types', 'unknown type'),
    claimed('receiver-accepts-extra-fields', 'extra fields'),
    claimed('receiver-accepts-any-header-case', 'small header names'),
    claimed('receiver-accepts-any-header-case', 'capital header names'),
    claimed('receiver-accepts-content-type-parameters', 'charset'),
    claimed('receiver-accepts-timestamp-offsets', 'offset'),
    claimed('receiver-accepts-a-large-body', 'large body'),
  ],
})

function claimed(requirement: string, name: string) {
  return claim<Trace>(requirement, (trace) => accepted(trace[name] as Exchange, name), name)
}

function deliveriesOf(context: ReceiverContext): Readonly<Record<string, () => Delivery>> {
  const { draft, signed, event, timestamp } = context
  const withBody = (body: unknown) => signed(draft('quote.created', { body: JSON.stringify(body) }))
  return {
    'unknown type': () => withBody({ ...event('quote.created'), type: 'quote.reviewed' }),
    'extra fields': () => {
      const made = event('quote.created')
      return withBody({
        ...made,
        environment: 'sandbox',
        data: { ...made.data, channel: { name: 'broker' } },
      })
    },
    'small header names': () => renamed(signed(draft('quote.created')), (name) => name.toLowerCase()),
    'capital header names': () => renamed(signed(draft('quote.created')), (name) => name.toUpperCase()),
    charset: () => {
      const delivery = signed(draft('quote.created'))
      const headers = delivery.headers.map(([name, value]) =>
        name === 'Content-Type' ? ([name, `${value}; charset=utf-8`] as const) : ([name, value] as const),
      )
      return { ...delivery, headers }
    },
    offset: () => signed(draft('quote.created', { timestamp: timestamp().replace('Z', '+00:00') })),
    'large body': () => {
      const made = event('broker.added')
      return withBody({
        ...made,
        data: { ...made.data, brokerageName: 'Großhandel '.repeat(LARGE_BYTES / 12) },
      })
    },
  }
}

function renamed(delivery: Delivery, rename: (name: string) => string): Delivery {
  return { ...delivery, headers: delivery.headers.map(([name, value]) => [rename(name), value] as const) }
}
