import type { Exchange } from '../../../../conformance/exchange.ts'
import { isObject } from '../../../../conformance/json/object.ts'
import { parseJson } from '../../../../conformance/json/parse.ts'
import { once, onceFor } from '../../../../conformance/once.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { isAccepted } from '../judge/answer.ts'

/** A delivery of the suite as it stands in the course of its scenario. */
export interface SentDelivery {
  readonly exchange: Exchange
  /** The secret of its right signature; undefined for a forgery. */
  readonly secret: string | undefined
  /** Values of its headers; several where a header came several times. */
  readonly ids: readonly string[]
  readonly timestamps: readonly string[]
  readonly signatures: readonly string[]
  readonly contentType: string | undefined
  readonly headerNames: readonly string[]
  readonly body: string
  /** The body as it was parsed; undefined where it is no JSON. */
  event(): unknown
  /** All deliveries of its scenario, in the order in which they began. */
  readonly all: readonly SentDelivery[]
  /** Its place among them. */
  readonly place: number
}

/** True where the delivery was right and its answer a 2xx. */
export const wasTaken = ({ secret, exchange }: SentDelivery): boolean =>
  secret !== undefined && isAccepted(exchange)

export const idOf = ({ ids }: SentDelivery): string | undefined => ids[0]

const byId = onceFor((all: readonly SentDelivery[]) => Map.groupBy(all, idOf))

/** Earlier deliveries under the same Event-ID, in their order. */
export function earlier(sent: SentDelivery): readonly SentDelivery[] {
  const id = idOf(sent)
  if (id === undefined) return []
  return (byId(sent.all).get(id) ?? []).filter(({ place }) => place < sent.place)
}

/** The text in a field of the event, or of its data; undefined where there is none. */
export function field(sent: SentDelivery, name: string, within?: 'data'): string | undefined {
  const event = sent.event()
  const whole = isObject(event) ? event : {}
  const part = within === undefined ? whole : whole[within]
  const value = isObject(part) ? part[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The deliveries of a ledger that reached the receiver or may have reached it, by the ids of their exchanges. */
export const sentIn = onceFor(({ exchanges, spec }: Facts<Spec>): ReadonlyMap<string, SentDelivery> => {
  const names = spec.delivery.headers
  const deliveries = exchanges
    .filter(({ operation, failure }) => operation === 'delivery' && failure?.kind !== 'unreachable')
    .toSorted((one, other) => one.startedAt - other.startedAt)
  const all: SentDelivery[] = []
  for (const [place, exchange] of deliveries.entries()) {
    const { headers, body = '', signedWith } = exchange.request
    const values = (name: string) =>
      headers.flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []))
    all.push({
      ...{ exchange, body, place, all, secret: signedWith },
      ids: values(names.eventId),
      timestamps: values(names.timestamp),
      signatures: values(names.signature),
      contentType: values(names.contentType)[0],
      headerNames: headers.map(([name]) => name),
      event: once(() => parseJson(body)),
    })
  }
  return new Map(all.map((one) => [one.exchange.id, one]))
})
