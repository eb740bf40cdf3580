import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'
import type { EventBody } from './events.ts'

/** Unusual properties of an event, as plain JSON, so that it can be stored and made again. */
export interface EventCase {
  readonly type: EventType
  /** Name of the customer or the contact, and of the brokerage. */
  readonly name: string
  readonly states: readonly string[]
  /** Absent: the usual one. */
  readonly status?: string
  readonly product?: string
  /** Value of every date in the payload. */
  readonly day?: string
  /** E-mail address of the customer or the contact. */
  readonly email?: string
  /** Text at the end of every id in the payload. */
  readonly idEnd?: string
  readonly spelling: Spelling
}

const SPELLINGS = ['plain', 'indented', 'line-end', 'ascii', 'slashes'] as const
type Spelling = (typeof SPELLINGS)[number]

const STATES =
  'AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** Names of people and companies in many scripts, and characters that programs often decode or rewrite wrongly in JSON. */
const PARTS = [
  'Müller & Söhne',
  'Øresund Fjærkræ',
  'Ελληνική Ασφάλεια',
  'Страхование «Щит»',
  '保険株式会社',
  'تأمين السيبراني',
  'बीमा कंपनी',
  '보험회사',
  'Zalgo e\u0301\u0323',
  'emoji 🛡️👩‍💻',
  'line\u2028separator\u2029',
  'no-break\u00a0space\u200b',
  '"quoted" \\ and /slashed/',
  '<script>&amp;</script>',
  "O'Neil, Smith; Co.",
  '$1,000.00 = 100% {x}',
]

/**
 * Any assigned character except control and private-use characters and halves of surrogate pairs, which receivers may treat in
 * their own way. The library's own arbitrary for this counts a million characters at its start, which takes most of a second.
 */
const character = fc
  .integer({ min: 0x20, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code))
  .filter((text) => !/[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(text))

/** Names of one word or one letter, since some programs look for a first and a last name. */
const oneWord = fc.constantFrom('Acme', 'Ng', 'Ω')

const severalParts = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ minLength: 1, unit: character })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(' '))

const name: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: severalParts, weight: 4 },
  { arbitrary: oneWord, weight: 1 },
)

const WRITE: Readonly<Record<Spelling, (value: unknown) => string>> = {
  plain: (value) => JSON.stringify(value),
  indented: (value) => JSON.stringify(value, null, 2),
  'line-end': (value) => `${JSON.stringify(value)}\n`,
  ascii: (value) => asciiOnly(JSON.stringify(value)),
  slashes: (value) => JSON.stringify(value).replaceAll('/', '\\/'),
}

/** A text where the specification names no values; mostly the usual one. */
const freeText = fc.option(
  fc.oneof(
    fc.constantFrom('underwriter_review', 'RATED', 'in force', 'cyber-v2/EU', '0', 'true', 'null'),
    fc.string({ minLength: 1, maxLength: 30 }),
    name,
  ),
  { nil: undefined, freq: 3 },
)
/** A text after an id; the part before it keeps the id unique. */
const idEnd = fc.option(fc.constantFrom('-1', '/2027', '.v2', ' a', 'ÄÖ', '%20'), { nil: undefined, freq: 2 })

/** Days that a receiver may calculate with wrongly: a month later that day does not exist, or is in another year. */
const day = fc.option(fc.constantFrom('2028-02-29', '2026-12-31', '2027-01-01', '2027-01-30', '2027-03-31'), {
  nil: undefined,
})
/** Addresses with every character that they may contain (RFC 5321, section 4.1.2). */
const email = fc.option(
  fc.constantFrom("o'neil+claims@risk.example", 'a_b-c.d%e@sub.sub.example.co', 'X{y}=z!@EXAMPLE.COM'),
  { nil: undefined },
)

/** Valid events of one type with varied content, written in varied ways. */
export function eventCases(type: EventType): fc.Arbitrary<EventCase> {
  const optional = { status: freeText, product: freeText, idEnd, day, email }
  return fc
    .record({
      type: fc.constant(type),
      name,
      states: fc.subarray(STATES),
      spelling: fc.constantFrom(...SPELLINGS),
      ...optional,
    })
    .map(withoutUndefined)
}

/** JSON has no undefined, so without this a stored case would differ from the one that was run. */
function withoutUndefined<T extends object>(value: T): EventCase {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as unknown as EventCase
}

/** An event's body with the content of a case, as the text that is sent. */
export function eventText(
  { name: text, states, status, product, day, email, idEnd: end, spelling }: EventCase,
  body: EventBody,
): string {
  const { data } = body
  const renamed = (person: unknown) =>
    typeof person === 'object' && person !== null
      ? { ...person, name: text, ...(email !== undefined && { email }) }
      : person
  const days = Object.keys(data).flatMap((key) =>
    day !== undefined && key.endsWith('Date') ? [[key, day]] : [],
  )
  const ids = Object.entries(data).flatMap(([key, id]) =>
    end !== undefined && /^(quote|policy|broker)Id$/.test(key) ? [[key, `${id}${end}`]] : [],
  )
  return WRITE[spelling]({
    ...body,
    data: {
      ...data,
      ...Object.fromEntries(days),
      ...('customer' in data && { customer: renamed(data.customer) }),
      ...('contact' in data && {
        contact: renamed(data.contact),
        brokerageName: text,
        licensedStates: states,
      }),
      ...('status' in data && status !== undefined && { status }),
      ...('product' in data && product !== undefined && { product }),
      ...Object.fromEntries(ids),
    },
  })
}

/** JSON with every character beyond ASCII escaped. */
export function asciiOnly(json: string): string {
  return json.replace(/[^ -~\s]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
