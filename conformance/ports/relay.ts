/**
 * How deliveries reach a receiver that has no public address. Its listener opens a stream to the platform and gets each delivery as
 * a line of JSON. It passes the delivery on, and sends the answer back in a request of its own.
 */

/** Deliveries to an address below this path go to the listener that the address belongs to. */
export const ADDRESS_PATH = '/listen'
/** Here a listener opens its stream (GET) and sends answers back (POST, followed by the id of the delivery). */
export const LISTENER_PATH = '/listener'
/** So often the platform writes a line at least, in milliseconds: a listener that hears nothing has lost its connection. */
export const PING_MS = 10_000

/** One line of the stream. */
export type RelayLine =
  | { readonly kind: 'hello' /** The address to register as an endpoint. */; readonly address: string }
  | { readonly kind: 'ping' }
  | RelayedDelivery
  /** The platform no longer waits for the answer. */
  | { readonly kind: 'given-up'; readonly id: string }
  /** Another listener has taken the place of this one. */
  | { readonly kind: 'replaced' }

export interface RelayedDelivery {
  readonly kind: 'delivery'
  readonly id: string
  readonly method: string
  /** The rest of the requested URL after the address, with its query. */
  readonly path: string
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[]
  /** In base64. */
  readonly body: string
}

/** The first line of the request that sends an answer back; the body of the answer follows it as it is. */
export type RelayedAnswer =
  | {
      readonly status: number
      readonly message: string
      /** Names and values in turn, as they were sent. */
      readonly headers: readonly string[]
    }
  /** There was no answer: an error code of the system. */
  | { readonly failure: string }

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...[
    'connection',
    'keep-alive',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'expect',
  ],
])

/** Raw headers without those that concern one connection only, and without others that are named in lower case. */
export function passedOn(headers: readonly string[], ...without: readonly string[]): string[] {
  const kept: string[] = []
  for (let place = 0; place + 1 < headers.length; place += 2) {
    const [name = '', value = ''] = headers.slice(place, place + 2)
    const known = name.toLowerCase()
    if (!HOP_BY_HOP.has(known) && !without.includes(known)) kept.push(name, value)
  }
  return kept
}
