import { parseJson } from '../../../../conformance/json/parse.ts'
import { onceFor } from '../../../../conformance/once.ts'
import { type Circumstance, when } from './circumstance.ts'
import { field, idOf, type SentDelivery, wasTaken } from './sent.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Usual widths of a column for ids: a UUID without hyphens and with them, and others. */
const ID_LENGTHS = [32, 36, 64]
/** Usual limits of a body, in kilobytes. */
const SIZES_KB = [8, 16, 64, 100]
/** The usual width of a column for a text. */
const TEXT_LENGTH = 255

const ONLY_THE_ID = {
  remedies: { events: 'Tell events apart by their whole Event-ID, as it was written, and by nothing else' },
} as const

const RAW = 'Verify the bytes of the body as they came, not what a JSON parser makes of them'

const FRAMED: Readonly<Record<string, string>> = {
  chunked: 'in chunks',
  bytewise: 'in single bytes',
  pieces: 'in pieces',
  'within-characters': 'in pieces, cut within characters',
  'late-body': 'whose body came after the headers',
  continue: 'that waited for the answer 100',
}

/** The thing that an event is about: a quote, a policy or a broker. */
const about = (sent: SentDelivery): string | undefined =>
  field(sent, 'quoteId', 'data') ?? field(sent, 'policyId', 'data') ?? field(sent, 'brokerId', 'data')

/** The first event that was taken, by something that it may share with others. */
const firstBy = (key: (sent: SentDelivery) => string | undefined) =>
  onceFor((all: readonly SentDelivery[]): ReadonlyMap<string, SentDelivery> => {
    const first = new Map<string, SentDelivery>()
    for (const one of all) {
      const own = key(one)
      if (own !== undefined && wasTaken(one) && !first.has(own)) first.set(own, one)
    }
    return first
  })

/** True where an earlier event, under another Event-ID, had the same. */
function sharedWithEarlier(key: (sent: SentDelivery) => string | undefined): (sent: SentDelivery) => boolean {
  const first = firstBy(key)
  return (sent) => {
    const own = key(sent)
    const other = own === undefined ? undefined : first(sent.all).get(own)
    return other !== undefined && other.place < sent.place && idOf(other) !== idOf(sent)
  }
}

const unlikeUuids = onceFor((all: readonly SentDelivery[]) =>
  all.filter((one) => wasTaken(one) && !UUID.test(idOf(one) ?? '')),
)

/** True where an earlier Event-ID is the same one, if both are cut at a length. */
const isSameWhenCut = (sent: SentDelivery, length: number): boolean => {
  const id = idOf(sent) ?? ''
  if (id.length < length) return false
  const begin = id.slice(0, length)
  return unlikeUuids(sent.all).some(
    (one) => one.place < sent.place && idOf(one) !== id && idOf(one)?.startsWith(begin) === true,
  )
}

const texts = onceFor((event: object): readonly string[] =>
  Object.values(event).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? texts(value) : [],
  ),
)
const textsOf = (sent: SentDelivery): readonly string[] => {
  const event = sent.event()
  return typeof event === 'object' && event !== null ? texts(event) : []
}

/** The text with every character beyond ASCII as an escape, as some libraries write it. */
const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Integers that other languages than this one keep exactly. */
const LONG_INTEGER = /(?<=[:[,])-?\d{16,}(?=[,}\]])/g

/** True where a body is another text once a program has parsed it and written it anew. */
const isChangedBy = (write: (json: string) => string) => (sent: SentDelivery) => {
  const body = sent.body.replaceAll(LONG_INTEGER, '0')
  const event = parseJson(body)
  return event !== undefined && write(JSON.stringify(event)) !== body
}

const idOver = (length: number) =>
  when(`under an Event-ID of more than ${length} characters`, (sent) => (idOf(sent) ?? '').length > length)
const sameWhenCut = (length: number) =>
  when(
    `whose Event-ID shares its first ${length} characters with an earlier one`,
    (sent) => isSameWhenCut(sent, length),
    ONLY_THE_ID,
  )
const bodyOver = (kilobytes: number) =>
  when(`with a body over ${kilobytes} kB`, ({ body }) => Buffer.byteLength(body) > kilobytes * 1024)
const timestamped = (words: string, form: RegExp) =>
  when(words, ({ timestamps: [text = ''] }) => form.test(text))

/** The content of a delivery, how it is written, and how it is framed. */
export const CONTENT: readonly Circumstance[] = [
  { words: (sent) => `of type ${field(sent, 'type') ?? 'unknown'}` },
  { words: ({ exchange }) => FRAMED[exchange.request.framing ?? ''] },
  when('whose body changes when it is written anew in ASCII', isChangedBy(inAscii), {
    remedies: { deliveries: RAW },
  }),
  when(
    'whose body changes when it is written anew',
    isChangedBy((json) => json),
    { remedies: { deliveries: RAW } },
  ),
  when('with letters beyond ASCII', ({ body }) => /[^\0-\x7f]/.test(body)),
  when('with characters beyond U+FFFF', ({ body }) => /[\u{10000}-\u{10ffff}]/u.test(body)),
  ...SIZES_KB.map(bodyOver),
  when(`with a text over ${TEXT_LENGTH} characters`, (sent) =>
    textsOf(sent).some(({ length }) => length > TEXT_LENGTH),
  ),
  when('with an apostrophe in a text', (sent) => textsOf(sent).some((text) => text.includes("'"))),
  when('with an empty list', ({ body }) => /:\s*\[\s*\]/.test(body)),
  when('under an Event-ID that is no UUID', (sent) => !UUID.test(idOf(sent) ?? '')),
  when(
    'whose Event-ID differs from an earlier one in case only',
    sharedWithEarlier((sent) => idOf(sent)?.toLowerCase()),
    ONLY_THE_ID,
  ),
  ...ID_LENGTHS.map(sameWhenCut),
  ...ID_LENGTHS.map(idOver),
  timestamped('with a Timestamp in whole seconds', /:\d\d(?:Z|[+-]\d\d:?\d\d)$/),
  timestamped('with more than three decimals in its Timestamp', /\.\d{4,}/),
  timestamped('with an offset in its Timestamp', /[+-]\d\d:?\d\d$/),
  when(
    'with the body of an earlier event',
    sharedWithEarlier(({ body }) => body),
    ONLY_THE_ID,
  ),
  when(
    'with the Timestamp of an earlier event',
    sharedWithEarlier(({ timestamps }) => timestamps[0]),
    ONLY_THE_ID,
  ),
  when(
    'of the type and subject of an earlier event',
    sharedWithEarlier((sent) => about(sent) && `${field(sent, 'type')} ${about(sent)}`),
    ONLY_THE_ID,
  ),
  when('on the subject of an earlier event', sharedWithEarlier(about), ONLY_THE_ID),
  when('with header names in other letters', ({ headerNames }, { delivery }) =>
    Object.values(delivery.headers).some(
      (name) =>
        !headerNames.includes(name) &&
        headerNames.some((other) => other.toLowerCase() === name.toLowerCase()),
    ),
  ),
  when('with all header names in small letters, or all in capitals', ({ headerNames }, { delivery }) =>
    Object.values(delivery.headers).some(
      (name) => headerNames.includes(name.toLowerCase()) || headerNames.includes(name.toUpperCase()),
    ),
  ),
  when('of another media type', ({ contentType }, { delivery }) => contentType !== delivery.contentType),
]

const DIGITS = 64
const firstSignatures = firstBy(({ signatures }) => signatures[0])
const signature = (words: string, isIn: (text: string) => boolean) =>
  when(words, ({ signatures: [text] }) => text !== undefined && isIn(text))

/** How a forgery differs from the right delivery. */
export const FORGED: readonly Circumstance[] = [
  when('without a signature', ({ signatures }) => signatures.length === 0),
  when('with several signatures', ({ signatures }) => signatures.length > 1),
  when('without an Event-ID', ({ ids }) => ids.length === 0),
  when('without a Timestamp', ({ timestamps }) => timestamps.length === 0),
  signature('with an empty signature', (text) => text === ''),
  signature('with too short a signature', (text) => text !== '' && text.length < DIGITS),
  signature('with too long a signature', (text) => text.length > DIGITS),
  signature('with a signature that is no hex', (text) => /[^\da-f]/i.test(text)),
  when('with a signature that was right before', ({ signatures: [text], all, place }) => {
    const right = text === undefined ? undefined : firstSignatures(all).get(text)
    return right !== undefined && right.place < place
  }),
]
