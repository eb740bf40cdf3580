import { ConformanceError } from '../conformance/errors.ts'
import { isObject, type JsonObject } from '../conformance/json/object.ts'
import { valueAt } from '../conformance/json/pointer.ts'
import type { EventType } from '../spec/delivery.ts'
import type { Spec } from '../spec/spec.ts'

/** The JSON Pointer from a webhook to the example of its event. */
const EXAMPLE = '/post/requestBody/content/application~1json/examples/event/value/data'

/** The body of a delivery before it is written as JSON. */
export interface EventBody {
  readonly type: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly brokerageId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly [more: string]: unknown
}

export interface EventInput {
  readonly partnerId: string
  readonly brokerageId: string
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  /** A hexadecimal text of 32 digits from which the event's own ids are made. */
  readonly mark: string
}

/**
 * Makes a valid event with plain content (clause 6.payload). It is the example of the published description, with ids, dates and
 * addresses of its own.
 *
 * @throws ConformanceError `EVENT_UNKNOWN` for a type without an example
 */
export function eventBody(
  { openapi }: Pick<Spec, 'openapi'>,
  type: EventType,
  { partnerId, brokerageId, at, mark }: EventInput,
): EventBody {
  const own = (name: string, value: unknown): unknown => {
    if (isObject(value)) return members(value)
    if (name === 'partnerId') return partnerId
    if (name === 'email') return `contact-${mark.slice(0, 8)}@example.com`
    if (name.endsWith('Id')) return uuidOf(mark)
    return name.endsWith('Date') ? new Date(at).toISOString().slice(0, 10) : value
  }
  const members = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, own(name, value)]))
  return { type, timestamp: new Date(at).toISOString(), brokerageId, data: members(exampleOf(openapi, type)) }
}

/** The `data` of an event's example in the description. */
function exampleOf({ webhooks }: Spec['openapi'], type: EventType): JsonObject {
  const operation = Object.hasOwn(webhooks, type) ? webhooks[type] : undefined
  const data = valueAt(operation, EXAMPLE)
  if (isObject(data)) return data
  throw new ConformanceError('EVENT_UNKNOWN', `the description gives no example of the event ${type}`)
}

/** A text of 32 hexadecimal digits in the form of a UUID of version 4. */
export function uuidOf(mark: string): string {
  const hex = `${mark.slice(0, 12)}4${mark.slice(13, 16)}a${mark.slice(17, 32)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
