import { isObject } from '../../../conformance/json/object.ts'
import type { Layout } from '../../../conformance/ports/client.ts'
import type { PlatformAnswer } from '../platform-instance.ts'
import { withClock, withoutChallenge, withParameters } from './headers.ts'

const MESSAGE = 'The platform has something to say about this quote: déjà vu, 保険.'
/** More than a client can explain by a slow network. */
const CLOCK_OFF_MS = 600_000
const LONG_MESSAGE = Array.from(
  { length: 24 },
  (_, line) => `Line ${line + 1} of what the platform has to say: Größe, 保険, "100 %".`,
).join('\n')
/** Older versions had other states, and later ones may have further ones. */
const LATER_STATE = 'awaiting_referral'
const JSON_TYPE = 'application/json'
const OPTIONAL = ['message', 'utility_fraud_limit', 'reputational_harm_limit']

/** Changes an answer in a way that the specification allows. */
type Change = (answer: PlatformAnswer, given: LayoutFacts) => PlatformAnswer

/** Facts that a change may need beside the answer. */
export interface LayoutFacts {
  /** Another origin. */
  readonly elsewhere: string
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

const CHANGES: Readonly<Partial<Record<Layout, Change>>> = {
  'extra-fields': inJson((value) => withExtras(value)),
  'no-optionals': inJson((value) => replaced(value, withoutOptionals)),
  message: inJson((value) =>
    replaced(value, (object) => ('quote_id' in object ? { ...object, message: MESSAGE } : object)),
  ),
  cents: inJson((value) => replaced(value, withCents)),
  'other-forms': inJson((value) => replaced(value, withOtherForms)),
  parameters: withParameters({ [JSON_TYPE]: 'charset=utf-8', 'application/pdf': 'qs=0.9' }),
  charsets: withParameters({ 'text/plain': 'charset=utf-8' }),
  closing: (answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } }),
  'slow-clock': withClock(-CLOCK_OFF_MS),
  'fast-clock': withClock(CLOCK_OFF_MS),
  'no-challenge': withoutChallenge,
  'named-documents': (answer) =>
    isPdf(answer)
      ? {
          ...answer,
          headers: { ...answer.headers, 'content-disposition': 'attachment; filename="Quote 2029-03.pdf"' },
        }
      : answer,
  'long-messages': inJson((value) =>
    replaced(value, (object) => ('message' in object ? { ...object, message: LONG_MESSAGE } : object)),
  ),
  'no-terms': inJson((value) => replaced(value, withoutTerms)),
  'later-state': inJson((value) =>
    replaced(value, (object) =>
      object.quote_status === 'pending' ? { ...object, quote_status: LATER_STATE } : object,
    ),
  ),
  'accepted-updates': (answer) =>
    isOfUpdate(answer)
      ? withJson({ ...answer, status: 202 }, (value) =>
          JSON.stringify(
            replaced(value, (object) => ('id' in object ? { ...object, status: 'pending' } : object)),
          ),
        )
      : answer,
  // By RFC 6749, section 5.1, only other grants have one.
  'refresh-token': inJson((value) =>
    replaced(value, (object) =>
      'access_token' in object ? { ...object, refresh_token: 'for-another-grant' } : object,
    ),
  ),
  'loud-bearer': inJson((value) =>
    replaced(value, (object) => ('token_type' in object ? { ...object, token_type: 'BEARER' } : object)),
  ),
  'checkout-elsewhere': inJson((value, { elsewhere }) =>
    replaced(value, (object) =>
      'checkout_link' in object
        ? { ...object, checkout_link: `${elsewhere}/checkout/${object.quote_id}` }
        : object,
    ),
  ),
  rewritten: (answer) => withJson(answer, (value) => escaped(JSON.stringify(reversed(value), null, 3))),
  'all-bytes': (answer) => (isPdf(answer) ? { ...answer, body: everyByte(answer.body) } : answer),
}

/** The message of a quote record is optional, that of an error is not. */
const withoutOptionals = (object: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name]) => !OPTIONAL.includes(name) || (name === 'message' && !('quote_id' in object)),
    ),
  )

const OWN_AMOUNTS = ['premium', 'premium_only', 'policy_fee']

/** Puts cents into the amounts that a platform calculates; amounts of the submission stay as they are. */
const withCents = (object: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      OWN_AMOUNTS.includes(name) && typeof value === 'string' ? value.replace(/\.00$/, '.37') : value,
    ]),
  )

const TERMS = ['policy_term', 'personal_cyber', 'coverage_details']
/** States in which a record need not have its terms (R7). */
const UNRATED: readonly unknown[] = ['pending', 'underwriter_review', 'declined', 'failed']

const withoutTerms = (object: Record<string, unknown>): object =>
  UNRATED.includes(object.quote_status)
    ? Object.fromEntries(Object.entries(object).filter(([name]) => !TERMS.includes(name)))
    : object

/** A time with an offset as its zone, and a policy without a fee: a platform may send both. */
const withOtherForms = (object: Record<string, unknown>): object => ({
  ...object,
  ...(typeof object.created_at === 'string' && { created_at: object.created_at.replace(/Z$/, '+00:00') }),
  ...('policy_fee' in object && { policy_fee: '$0.00' }),
})

const isPdf = ({ headers }: PlatformAnswer): boolean =>
  headers['content-type']?.startsWith('application/pdf') === true

/** Only the answer to an update has an `id` and a `status` in its data. */
function isOfUpdate({ status, headers, body }: PlatformAnswer): boolean {
  if (status !== 200 || headers['content-type']?.startsWith(JSON_TYPE) !== true) return false
  const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
  return (
    isObject(value) && isObject(value.data) && typeof value.data.id === 'string' && 'status' in value.data
  )
}

/**
 * Changes an answer by the layouts of the session. The server that writes it sets `Date`, unless a layout does. JSON has no parameter
 * behind its media type, unless a layout adds one: otherwise a client that cannot bear it would fail everywhere.
 */
export function laidOut(
  answer: PlatformAnswer,
  layouts: readonly Layout[],
  given: LayoutFacts,
): PlatformAnswer {
  const { date: _, ...headers } = answer.headers
  const isJson = headers['content-type']?.startsWith(JSON_TYPE) === true
  return layouts.reduce((changed, layout) => CHANGES[layout]?.(changed, given) ?? changed, {
    ...answer,
    headers: isJson ? { ...headers, 'content-type': JSON_TYPE } : headers,
  })
}

function inJson(change: (value: unknown, given: LayoutFacts) => unknown): Change {
  return (answer, given) => withJson(answer, (value) => JSON.stringify(change(value, given)))
}

function withJson(answer: PlatformAnswer, write: (value: unknown) => string): PlatformAnswer {
  if (answer.headers['content-type']?.startsWith(JSON_TYPE) !== true) return answer
  return { ...answer, body: Buffer.from(write(JSON.parse(Buffer.from(answer.body).toString('utf8')))) }
}

/** Changes every object in a value, the innermost first. */
function replaced(value: unknown, change: (object: Record<string, unknown>) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, change)])))
}

/** An id of something else than the quote. */
const OTHER_ID = '0d6f7c52-9b1e-4c3a-8f20-5a7be1d4c963'

/** Adds unknown fields before the known ones, which keep their values. */
const withExtras = (value: unknown): unknown =>
  replaced(value, (object) => ({
    added_later: { id: OTHER_ID, status: null, values: [1, 'two', null, { three: 3 }] },
    quoteId: OTHER_ID,
    ...object,
    also_added: null,
  }))

function reversed(value: unknown): unknown {
  return replaced(value, (object) => Object.fromEntries(Object.entries(object).toReversed()))
}

/** Escapes everything beyond ASCII, and every slash. */
const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Longer than the buffers of most clients, and than limits that seem generous. */
const LONG_BYTES = 1_300_000

/** A long PDF with a comment after its end, which contains every byte value, line ends of all kinds and invalid UTF-8. */
function everyByte(pdf: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from({ length: LONG_BYTES }, (_, index) => index % 256)
  return Buffer.concat([pdf, Buffer.from('\n%'), bytes, Buffer.from('\r\n\r\r\n\n%%EOF\n \u0000')])
}
