import { areOfTwoEvents, type EventSubject, eventSubject } from '../../../../conformance/event-subject.ts'
import { headerOf } from '../../../../conformance/headers.ts'
import { withoutMarks } from '../../../../conformance/json/encoded.ts'
import { parseJson } from '../../../../conformance/json/parse.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival, Incoming, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { at, isObject, type JsonObject } from '../judge/json.ts'
import type { SubmittedQuote } from '../quotes/quotes.ts'

/** Hint for users where nothing arrives. */
export const SEE = '(where the target reaches this machine by another address, see webhooks.public_url)'

/** Reason why missing events decide nothing. */
export const NOT_REACHED = `nothing at all arrived at the receiver ${SEE}, or this machine was too busy to answer in time`

type Delivered = Pick<Arrival, 'body'>

/** Parsed parts of a delivery, cached, since they are compared with each of many quotes. */
interface Read {
  readonly event: JsonObject | undefined
  readonly type: string | undefined
  /** In lower case. */
  readonly quoteId: string | undefined
  /** The customer of a policy in lower case, as JSON. */
  readonly customer: string
  readonly subject: EventSubject
}

const read = onceFor(({ body }: Delivered): Read => {
  const value = parseJson(withoutMarks(body))
  const event = isObject(value) ? value : undefined
  const [type, id] = [event?.type, at(event, '/data/quoteId')]
  return {
    event,
    type: typeof type === 'string' ? type : undefined,
    quoteId: typeof id === 'string' ? id.toLowerCase() : undefined,
    customer: JSON.stringify(at(event, '/data/customer') ?? '').toLowerCase(),
    subject: eventSubject(body),
  }
})

/** The JSON object in a delivery, or undefined when it holds none. */
export const eventIn = (arrival: Delivered): JsonObject | undefined => read(arrival).event

export const typeOf = (arrival: Delivered): string | undefined => read(arrival).type

/** A header of a delivery; names are compared without case. */
export function deliveryHeader({ headers }: Pick<Arrival, 'headers'>, name: string): string | undefined {
  return headerOf(headers, name.toLowerCase())
}

export const eventIdOf = (arrival: Pick<Arrival, 'headers'>): string | undefined =>
  deliveryHeader(arrival, 'event-id')

/** Deliveries of a type that are about a quote. */
export function about(quote: SubmittedQuote, type: string, arrivals: readonly Arrival[]): readonly Arrival[] {
  return arrivals.filter((arrival) => typeOf(arrival) === type && speaksOf(arrival, quote))
}

/** Says whether an event is about a quote. A policy's event names no quote, so it is matched by the unique customer (R28). */
export function speaksOf(
  arrival: Pick<Arrival, 'body'>,
  quote: Pick<SubmittedQuote, 'id' | 'submission'>,
): boolean {
  const { quoteId, event } = read(arrival)
  if (quoteId !== undefined) return quoteId === quote.id.toLowerCase()
  if (isOfAnother(at(event, '/data/customer'), quote.submission)) return false
  return isMarked(arrival, marksOf(quote.submission))
}

/** Says whether the customer that an event names contains one of these texts. */
export const isMarked = (arrival: Pick<Arrival, 'body'>, marks: readonly string[]): boolean =>
  marks.some((mark) => read(arrival).customer.includes(mark))

/** Says whether a policy may be a quote's: its customer fits neither this quote nor another one of the suite (R28). */
export const mayBeOf = (arrival: Pick<Arrival, 'body'>, quote: SubmittedQuote): boolean =>
  typeOf(arrival) === 'policy.created' &&
  !speaksOf(arrival, quote) &&
  !isOfAnother(at(eventIn(arrival), '/data/customer'), quote.submission)

/**
 * Says whether the customer is that of another quote of the suite: its name or email differs in its digits alone. A recipe may also
 * give many quotes the same name.
 */
function isOfAnother(customer: unknown, submission: SubmittedQuote['submission']): boolean {
  const pairs = [
    [at(customer, '/name'), submission.insured_name],
    [at(customer, '/email'), at(submission, '/insured_contact/email')],
  ].flatMap(([named, own]) =>
    typeof named === 'string' && typeof own === 'string'
      ? [[named.toLowerCase(), own.toLowerCase()] as const]
      : [],
  )
  const isOwn = pairs.some(([named, own]) => named === own && /\d/.test(own))
  return !isOwn && pairs.some(([named, own]) => named !== own && withoutDigits(named) === withoutDigits(own))
}

const withoutDigits = (text: string): string => text.replace(/\d+/g, '')

/** Texts of a submission that are unique in the run unless its recipe sets them: in lower case, escaped as in JSON. */
export function marksOf(submission: SubmittedQuote['submission']): readonly string[] {
  const marks = [submission.insured_name, at(submission, '/insured_contact/email')]
  return marks.flatMap((mark) => (typeof mark === 'string' && mark !== '' ? [markOf(mark)] : []))
}

/** A text as the customer of an event has it: in lower case, escaped as in JSON. */
export const markOf = (text: string): string => JSON.stringify(text).slice(1, -1).toLowerCase()

/** The quote that an event names, in lower case; undefined where it names none. */
export const quoteIdIn = (arrival: Delivered): string | undefined => read(arrival).quoteId

/**
 * Attempts to deliver a quote's `quote.created` to an endpoint, without followed redirects. An attempt is known by its Event-ID,
 * whatever its body lacks (R24).
 *
 * @param seen deliveries that show the Event-IDs of the quote, at other endpoints too
 */
export function attemptsOf(
  quote: SubmittedQuote,
  endpoint: WebhookEndpoint,
  seen = endpoint.arrivals(),
): readonly Arrival[] {
  const own = about(quote, 'quote.created', seen)
  const fits = withAttempts((one) => own.some((other) => other === one))
  for (const one of own) fits(one)
  return endpoint.arrivals().filter((one) => !isRedirected(one) && fits(one))
}

/**
 * Widens a test of bodies to later attempts at the events that it fits. Their Event-IDs tell them, unless the body is that of another
 * event: then the id was used twice.
 */
export function withAttempts(fits: (delivery: Incoming) => boolean): (delivery: Incoming) => boolean {
  const events = new Map<string, EventSubject>()
  return (delivery) => {
    const id = eventIdOf(delivery)
    const known = id === undefined ? undefined : events.get(id)
    if (known !== undefined && !areOfTwoEvents(known, read(delivery).subject)) return true
    if (!fits(delivery)) return false
    if (id !== undefined && known === undefined) events.set(id, read(delivery).subject)
    return true
  }
}

/** Says whether two deliveries certainly are of two events: their bodies differ in what both of them say. */
export const isOfAnotherEvent = (one: Delivered, other: Delivered): boolean =>
  areOfTwoEvents(read(one).subject, read(other).subject)

/** Says whether a request followed a redirect that the suite had answered. */
export const isRedirected = ({ redirected }: Arrival): boolean => redirected === true
