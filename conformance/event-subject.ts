import { isObject } from './json/object.ts'
import { parseJson } from './json/parse.ts'

/** Type and ids of an event, in a fixed order; undefined for each that its body lacks. */
export type EventSubject = readonly (string | undefined)[]

/** Members of `data` that say what an event is about. Others may change with each attempt. */
const IDENTITY = ['quoteId', 'policyId', 'brokerId', 'partnerId'] as const

/** The facts that the body of a delivery tells about its event. */
export function eventSubject(body: string | undefined): EventSubject {
  const event = parseJson(body)
  if (!isObject(event)) return []
  const data = isObject(event.data) ? event.data : {}
  return [event.type, ...IDENTITY.map((name) => data[name])].map((one) =>
    typeof one === 'string' ? one : undefined,
  )
}

/** The id of the quote that an event names, in lower case; undefined where it names none. */
export function quoteNamedIn(body: string | undefined): string | undefined {
  const event = parseJson(body)
  const id = isObject(event) && isObject(event.data) ? event.data.quoteId : undefined
  return typeof id === 'string' ? id.toLowerCase() : undefined
}

/** True where two bodies certainly are of two events: they differ in what both of them say. A body that lacks something may be of either. */
export const areOfTwoEvents = (one: EventSubject, other: EventSubject): boolean =>
  one.some((value, place) => value !== undefined && (other[place] ?? value) !== value)
