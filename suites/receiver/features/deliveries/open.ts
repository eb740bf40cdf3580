import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import type { Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { acceptedIds, driveEach, type NamedExchange, takenEvents } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import {
  accepted,
  allInTime,
  allOf,
  isAcceptedInTime,
  observedDelivery,
} from '../../vocabulary/judge/answer.ts'
import { RARE, withName } from './rare-characters.ts'

interface Trace {
  readonly sent: readonly NamedExchange[]
  readonly effects: Effects
}

/** Larger than one read of most sockets, and smaller than the usual limit of 100 kB. */
const LARGE_BYTES = 70_000
/** Larger than the default limits of some servers, so it is only observed. */
const HUGE_BYTES = 1_100_000

/** Observes deliveries that a platform is free to send and a robust receiver accepts. */
export const openDeliveries: ReceiverScenario = sendScenario<Trace>({
  id: 'deliveries/open',
  owes: false,
  title: 'The receiver accepts all that the platform may send',
  async drive(context) {
    const all = Object.entries(deliveriesOf(context)).map(([name, delivery]) => ({
      ...{ name, delivery },
      variant: false,
    }))
    const one = async ({ name, delivery }: (typeof all)[number]): Promise<NamedExchange> => {
      const made = delivery()
      return { name, id: idOf(made, context.spec), exchange: await context.send(made) }
    }
    const sent = await driveEach(context, 'open deliveries', all, one, ({ exchange }) =>
      isAcceptedInTime(exchange, context.spec),
    )
    const ids = acceptedIds(sent.filter(isKnown))
    return { sent, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claimed('receiver-accepts-unknown-types', 'unknown type'),
    claimed('receiver-accepts-extra-fields', 'extra fields'),
    claimed('receiver-accepts-any-header-case', 'small header names'),
    claimed('receiver-accepts-any-header-case', 'small header names again'),
    claimed('receiver-accepts-any-header-case', 'capital header names'),
    claimed('receiver-accepts-any-header-case', 'title-case header names'),
    claimed('receiver-accepts-any-header-order', 'headers in another order'),
    claimed('receiver-accepts-content-type-parameters', 'charset'),
    claimed('receiver-accepts-timestamp-offsets', 'offset'),
    claimed('receiver-accepts-timestamp-offsets', 'offset of hours'),
    claimed('receiver-accepts-timestamp-offsets', 'offset behind'),
    claim('receiver-answers-within-8-seconds', ({ sent }, { spec }) =>
      allInTime(
        sent.map(({ exchange }) => exchange),
        spec,
      ),
    ),
    claim('receiver-processes-each-event', ({ sent, effects }) =>
      eachProcessed(effects, takenEvents(sent.filter(isKnown)), processedAtAll),
    ),
    ...Object.keys(RARE).map((name) => claimed('receiver-accepts-rare-characters', name)),
    claimed('receiver-accepts-further-headers', 'further headers'),
    claimed('receiver-accepts-further-headers', 'further headers twice'),
    claimed('receiver-accepts-a-large-body', 'large body'),
    claimed('receiver-accepts-a-large-body', '256 kB'),
    claim('receiver-observe-a-megabyte', ({ sent }) =>
      allOf(
        sent
          .filter(({ name }) => name === 'megabyte')
          .map(({ exchange }) => observedDelivery(exchange, 'a body of a megabyte')),
      ),
    ),
  ],
})

function claimed(requirement: string, name: string) {
  const judge = ({ sent }: Trace): Verdict =>
    allOf(sent.filter((one) => one.name === name).map(({ exchange }) => accepted(exchange, name)))
  return claim<Trace>(requirement, judge, name)
}

/** A receiver may accept an event of an unknown type and ignore it. */
const UNKNOWN = 'unknown type'
const isKnown = ({ name }: NamedExchange): boolean => name !== UNKNOWN

function idOf({ headers }: Delivery, { delivery }: Spec): string {
  const header = delivery.headers.eventId.toLowerCase()
  return headers.find(([name]) => name.toLowerCase() === header)?.[1] ?? ''
}

function deliveriesOf(context: ReceiverContext): Readonly<Record<string, () => Delivery>> {
  const { draft, signed, event, timestamp, now } = context
  const withBody = (body: unknown) => signed(draft('quote.created', { body: JSON.stringify(body) }))
  // In a field that is known: a receiver that refuses unknown ones may accept so much.
  const withProduct = (product: string) => {
    const made = event('quote.created')
    return withBody({ ...made, data: { ...made.data, product } })
  }
  const withExtras = () => {
    const made = event('quote.created')
    return withBody({
      ...{ ...made, id: 'brokers', eventId: 'brokers', environment: 'sandbox' },
      data: { ...made.data, id: 'brokers', channel: { name: 'broker' } },
    })
  }
  return {
    [UNKNOWN]: () => withBody({ ...event('quote.created'), type: 'quote.reviewed' }),
    'extra fields': withExtras,
    // Both bodies are alike: only the Event-IDs tell the two events apart (6).
    'extra fields again': withExtras,
    ...Object.fromEntries(
      Object.entries(RARE).map(([name, text]) => [name, () => signed(withName(context, text))]),
    ),
    'small header names': () => signed(draft('quote.created'), { names: 'small' }),
    // A receiver that looks for `Event-ID` with exact letter case finds no id in both, and would take them for one event.
    'small header names again': () => signed(draft('quote.created'), { names: 'small' }),
    'headers in another order': () => reversed(signed(draft('quote.created'))),
    'capital header names': () => signed(draft('quote.created'), { names: 'capital' }),
    'title-case header names': () => signed(draft('quote.created'), { names: 'title-case' }),
    charset: () => {
      const delivery = signed(draft('quote.created'))
      const headers = delivery.headers.map(([name, value]) =>
        name === 'Content-Type' ? ([name, `${value}; charset=utf-8`] as const) : ([name, value] as const),
      )
      return { ...delivery, headers }
    },
    offset: () => signed(draft('quote.created', { timestamp: timestamp().replace('Z', '+00:00') })),
    'offset of hours': () => signed(draft('quote.created', { timestamp: atOffset(now(), 2, '+02:00') })),
    'offset behind': () => signed(draft('quote.created', { timestamp: atOffset(now(), -5, '-05:00') })),
    'further headers': () => more(signed(draft('quote.created')), FURTHER),
    'further headers twice': () => more(signed(draft('quote.created')), [...FURTHER, ...FURTHER]),
    '256 kB': () => withProduct('x'.repeat(256 * 1024)),
    megabyte: () => withProduct('x'.repeat(HUGE_BYTES)),
    'large body': () => {
      const made = event('broker.added')
      return withBody({
        ...made,
        data: { ...made.data, brokerageName: 'Großhandel '.repeat(LARGE_BYTES / 12) },
      })
    },
  }
}

/** The same moment, written in another time zone. */
function atOffset(now: number, hours: number, zone: string): string {
  return new Date(now + hours * 3_600_000).toISOString().replace('Z', zone)
}

/** Headers as proxies and tracing add them. */
const FURTHER = [
  ['X-Forwarded-For', '192.0.2.1'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'hooks.example.com'],
  ['X-Forwarded-Port', '443'],
  ['X-Real-IP', '192.0.2.1'],
  ['X-Request-ID', '0af7651916cd43dd'],
  ['Via', '1.1 proxy.example.com'],
  ['Forwarded', 'for=192.0.2.1;proto=https'],
  ['tracestate', 'vendor=1'],
  ['baggage', 'tenant=7'],
  ['Cache-Control', 'no-cache'],
  ['CDN-Loop', 'edge'],
] as const

function more(delivery: Delivery, headers: Delivery['headers']): Delivery {
  return { ...delivery, headers: [...headers, ...delivery.headers] }
}

function reversed(delivery: Delivery): Delivery {
  return { ...delivery, headers: delivery.headers.toReversed() }
}
