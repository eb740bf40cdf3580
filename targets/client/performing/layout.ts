import { isObject } from '../../../conformance/json/object.ts'
import type { Layout } from '../../../conformance/ports/client.ts'
import type { StageAnswer } from '../stage.ts'
import { withCharset, withClock, withoutChallenge } from './headers.ts'

const MESSAGE = 'The platform has something to say about this quote: déjà vu, 保険.'
/** Beyond what a client may make of a delay on the way. */
const CLOCK_OFF_MS = 600_000
/** Older versions had other states, and newer ones may have further ones. */
const LONG_MESSAGE = Array.from(
  { length: 24 },
  (_, line) => `Line ${line + 1} of what the platform has to say: Größe, 保険, "100 %".`,
).join('\n')
const LATER_STATE = 'awaiting_referral'
const OPTIONAL = ['message', 'utility_fraud_limit', 'reputational_harm_limit']

/** Changes an answer in a way that the specification allows. */
type Change = (answer: StageAnswer, given: Given) => StageAnswer

/** The facts that an answer may need besides itself. */
export interface Given {
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
  parameters: (answer) =>
    isPdf(answer)
      ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/pdf; qs=0.9' } }
      : answer,
  charsets: withCharset,
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
  // RFC 6749, section 5.1, has it for other grants.
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

/** The message of a record may be left out, and that of an error may not. */
const withoutOptionals = (object: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name]) => !OPTIONAL.includes(name) || (name === 'message' && !('quote_id' in object)),
    ),
  )

const OWN_AMOUNTS = ['premium', 'premium_only', 'policy_fee']

/** The amounts that a platform works out by itself, with cents; those of a submission stay as they are. */
const withCents = (object: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      OWN_AMOUNTS.includes(name) && typeof value === 'string' ? value.replace(/\.00$/, '.37') : value,
    ]),
  )

const TERMS = ['policy_term', 'personal_cyber', 'coverage_details']
/** States in which a record need not have them (R7). */
const UNRATED: readonly unknown[] = ['pending', 'underwriter_review', 'declined', 'failed']

const withoutTerms = (object: Record<string, unknown>): object =>
  UNRATED.includes(object.quote_status)
    ? Object.fromEntries(Object.entries(object).filter(([name]) => !TERMS.includes(name)))
    : object

/** A time whose zone is an offset, and a policy without a fee, as a platform may write them too. */
const withOtherForms = (object: Record<string, unknown>): object => ({
  ...object,
  ...(typeof object.created_at === 'string' && { created_at: object.created_at.replace(/Z$/, '+00:00') }),
  ...('policy_fee' in object && { policy_fee: '$0.00' }),
})

const isPdf = ({ headers }: StageAnswer): boolean =>
  headers['content-type']?.startsWith('application/pdf') === true

/** Only the answer to an update has the quote's id under this name. */
function isOfUpdate({ status, headers, body }: StageAnswer): boolean {
  if (status !== 200 || headers['content-type']?.startsWith('application/json') !== true) return false
  const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
  return (
    isObject(value) && isObject(value.data) && typeof value.data.id === 'string' && 'status' in value.data
  )
}

/** An answer as the play lays it out. Its moment is told by the server that writes it, unless a layout tells another. */
export function laidOut(answer: StageAnswer, layouts: readonly Layout[], given: Given): StageAnswer {
  const { date: _, ...headers } = answer.headers
  return layouts.reduce((changed, layout) => CHANGES[layout]?.(changed, given) ?? changed, {
    ...answer,
    headers,
  })
}

function inJson(change: (value: unknown, given: Given) => unknown): Change {
  return (answer, given) => withJson(answer, (value) => JSON.stringify(change(value, given)))
}

function withJson(answer: StageAnswer, write: (value: unknown) => string): StageAnswer {
  if (answer.headers['content-type']?.startsWith('application/json') !== true) return answer
  return { ...answer, body: Buffer.from(write(JSON.parse(Buffer.from(answer.body).toString('utf8')))) }
}

/** Every object in a value, changed from the innermost out. */
function replaced(value: unknown, change: (object: Record<string, unknown>) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, change)])))
}

/** Of something else than the quote, and no less an id. */
const OTHER_ID = '0d6f7c52-9b1e-4c3a-8f20-5a7be1d4c963'

/** Fields that nobody knows stand before those that are known. What is known keeps its value. */
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

/** Everything beyond ASCII and every solidus as an escape. */
const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Longer than the buffers in which clients usually read, and than bounds that somebody thought generous. */
const LONG_BYTES = 1_300_000

/** A long PDF with a comment behind its end that holds every byte, line ends of all kinds and no UTF-8. */
function everyByte(pdf: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from({ length: LONG_BYTES }, (_, index) => index % 256)
  return Buffer.concat([pdf, Buffer.from('\n%'), bytes, Buffer.from('\r\n\r\r\n\n%%EOF\n \u0000')])
}
