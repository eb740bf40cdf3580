import type {
  Delivery,
  Framing,
  ReceiverPorts,
  SecretChoice,
} from '../../../../conformance/ports/receiver.ts'
import { type EventBody, eventBody, uuidOf } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'

/** The parts of a delivery that its signature covers. */
export interface Draft {
  readonly id: string
  readonly timestamp: string
  readonly body: string
}

/** Values that replace those of a draft in a delivery; `null` leaves a header out. */
export interface Changes {
  readonly id?: string | null
  readonly timestamp?: string | null
  /** Several values are sent as several header lines. */
  readonly signature?: string | readonly string[] | null
  readonly body?: string | Uint8Array
  /** The media type of the body, which is not signed. */
  readonly contentType?: string | null
}

/** How a delivery is sent, independent of its content. */
export interface Sending {
  readonly framing?: Framing
  /** Letter case of all header names; default as in the specification. `title-case`: `Event-Id`, as clients in Go write it. */
  readonly names?: 'small' | 'capital' | 'title-case'
}

export type Sign = (text: string, options?: SignOptions) => Buffer

interface SignOptions {
  /** Default `own`. */
  readonly secret?: SecretChoice
  /** Default `sha256`. */
  readonly hash?: 'sha256' | 'sha1' | 'sha512'
}

/** Makes deliveries. All values are of the present moment and unique in a run. */
export interface Drafting {
  /** A new event with plain content. `given` replaces generated values. */
  draft(type: EventType, given?: Partial<Draft>): Draft
  /** An event's body, before it is written as JSON. */
  event(type: EventType): EventBody
  /** The Timestamp of an attempt that is made now. */
  timestamp(): string
  /** The HMAC of a text. */
  readonly sign: Sign
  /** The valid signature of a draft. */
  signature(draft: Draft, secret?: SecretChoice): string
  /** The delivery of a draft, with its valid signature. */
  signed(draft: Draft, options?: Sending & { readonly secret?: SecretChoice }): Delivery
  /** The delivery of a draft with its valid signature, and then the changes. */
  changed(draft: Draft, changes: Changes, sending?: Sending): Delivery
}

export function draftingOn(ports: ReceiverPorts, spec: Spec): Drafting {
  const { headers: names, contentType, signature: rule } = spec.delivery
  const { partnerId, brokerageId } = ports.facts
  const timestamp = () => new Date(ports.now()).toISOString()
  // The event happened a moment before its delivery, as on a real platform.
  const event = (type: EventType) =>
    eventBody(spec, type, { partnerId, brokerageId, at: ports.now() - 1500, mark: ports.unique() })
  const sign: Sign = (text, { secret = 'own', hash = 'sha256' } = {}) =>
    Buffer.from(ports.mac(secret, text, hash))
  const signature = ({ id, timestamp: at, body }: Draft, secret: SecretChoice = 'own') =>
    sign([id, at, body].join(rule.separator), { secret }).toString(rule.encoding)
  const deliver = (draft: Draft, right: string, changes: Changes, sending: Sending): Delivery => {
    const { framing, names: letters } = sending
    const whole = { ...draft, signature: right, contentType, ...changes }
    const headers: readonly (readonly [string, string | readonly string[] | null])[] = [
      ['User-Agent', 'quote-conformance'],
      ['Accept', '*/*'],
      [names.contentType, whole.contentType],
      [names.eventId, whole.id],
      [names.timestamp, whole.timestamp],
      [names.signature, whole.signature],
    ]
    return {
      headers: headers.flatMap(([name, values]) =>
        [values ?? []].flat().map((value) => [inLetters(name, letters), value] as const),
      ),
      body: whole.body,
      ...(framing !== undefined && { framing }),
    }
  }
  return {
    timestamp,
    event,
    sign,
    signature,
    draft: (type, given = {}) => ({
      id: given.id ?? uuidOf(ports.unique()),
      timestamp: given.timestamp ?? timestamp(),
      body: given.body ?? JSON.stringify(event(type)),
    }),
    signed: (draft, { secret = 'own', ...sending } = {}) => ({
      ...deliver(draft, signature(draft, secret), {}, sending),
      signedWith: secret,
    }),
    changed: (draft, changes, sending = {}) => deliver(draft, signature(draft), changes, sending),
  }
}

function inLetters(name: string, letters: Sending['names']): string {
  if (letters === undefined) return name
  if (letters === 'capital') return name.toUpperCase()
  const small = name.toLowerCase()
  return letters === 'small' ? small : small.replace(/\b[a-z]/g, (first) => first.toUpperCase())
}
