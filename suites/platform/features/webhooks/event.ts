import { parseJson } from '../../../../conformance/json/parse.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { at, isObject, type JsonObject } from '../../vocabulary/judge/json.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'

/** The key to look at first where nothing comes. */
export const SEE = '(where the target reaches this machine by another address, see webhooks.public_url)'

/** Why nothing follows from what did not come. */
export const NOT_REACHED = `nothing at all arrived at the receiver ${SEE}, or this machine was too busy to answer in time`

type Delivered = Pick<Arrival, 'body'>

/** The parts of a delivery that each of many quotes looks at, to find its own events among all that arrived. */
interface Read {
  readonly event: JsonObject | undefined
  readonly type: string | undefined
  /** In lower case. */
  readonly quoteId: string | undefined
  /** The customer of a policy in lower case, as JSON. */
  readonly customer: string
}

const read = onceFor(({ body }: Delivered): Read => {
  const value = parseJson(body)
  const event = isObject(value) ? value : undefined
  const [type, id] = [event?.type, at(event, '/data/quoteId')]
  return {
    event,
    type: typeof type === 'string' ? type : undefined,
    quoteId: typeof id === 'string' ? id.toLowerCase() : undefined,
    customer: JSON.stringify(at(event, '/data/customer') ?? '').toLowerCase(),
  }
})

/** The JSON object in a delivery, or undefined when it holds none. */
export const eventIn = (arrival: Delivered): JsonObject | undefined => read(arrival).event

export const typeOf = (arrival: Delivered): string | undefined => read(arrival).type

/** A header of a delivery; names are compared without case. */
export function headerOf({ headers }: Pick<Arrival, 'headers'>, name: string): string | undefined {
  return headers.find(([key]) => key === name.toLowerCase())?.[1]
}

export const eventIdOf = (arrival: Pick<Arrival, 'headers'>): string | undefined =>
  headerOf(arrival, 'event-id')

/** Deliveries of a type that are about a quote. */
export function about(quote: Quote, type: string, arrivals: readonly Arrival[]): readonly Arrival[] {
  return arrivals.filter((arrival) => typeOf(arrival) === type && speaksOf(arrival, quote))
}

/** A quote's events name it; a policy's event names no quote, so it is known by the customer that only this quote has (R28). */
export function speaksOf(arrival: Pick<Arrival, 'body'>, quote: Pick<Quote, 'id' | 'submission'>): boolean {
  const { quoteId, event } = read(arrival)
  if (quoteId !== undefined) return quoteId === quote.id.toLowerCase()
  if (isOfAnother(at(event, '/data/customer'), quote.submission)) return false
  return isMarked(arrival, marksOf(quote.submission))
}

/** Says whether the customer that an event names has one of some marks. */
export const isMarked = (arrival: Pick<Arrival, 'body'>, marks: readonly string[]): boolean =>
  marks.some((mark) => read(arrival).customer.includes(mark))

/** A policy whose customer is called neither as a quote's nor as another one of the suite: it may be the quote's (R28). */
export const mayBeOf = (arrival: Pick<Arrival, 'body'>, quote: Quote): boolean =>
  typeOf(arrival) === 'policy.created' &&
  !speaksOf(arrival, quote) &&
  !isOfAnother(at(eventIn(arrival), '/data/customer'), quote.submission)

/**
 * Says whether name or mailbox differ from a quote's by their numbers alone. Those keep the suite's quotes apart, while a recipe may
 * give many quotes one name.
 */
function isOfAnother(customer: unknown, submission: Quote['submission']): boolean {
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

/** The parts of a submission that no other one of the run has, unless its recipe sets them: in lower case, as JSON writes them. */
export function marksOf(submission: Quote['submission']): readonly string[] {
  const marks = [submission.insured_name, at(submission, '/insured_contact/email')]
  return marks.flatMap((mark) =>
    typeof mark === 'string' && mark !== '' ? [JSON.stringify(mark).slice(1, -1).toLowerCase()] : [],
  )
}

/** The quote that an event names, in lower case; undefined where it names none. */
export const quoteIdIn = (arrival: Delivered): string | undefined => read(arrival).quoteId

/** Attempts to tell of a quote's rating at an endpoint, without what a redirect led to. */
export function attemptsOf(quote: Quote, endpoint: WebhookEndpoint): readonly Arrival[] {
  return about(quote, 'quote.created', endpoint.arrivals()).filter((arrival) => !isRedirected(arrival))
}

/** A request that followed a redirect of the suite's. */
export const isRedirected = ({ redirected }: Arrival): boolean => redirected === true
