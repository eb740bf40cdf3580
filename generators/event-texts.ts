import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'
import type { EventBody } from './events.ts'

/** An event's body as the text that is sent. */
export interface EventText {
  /** What is uncommon about it. */
  readonly label: string
  /** Puts content into a valid body. */
  fill(body: EventBody): string
}

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** Names as people and companies bear them in many scripts, and with what trips up those who decode or rewrite JSON. */
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

const name: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ minLength: 1, unit: 'binary' }).filter(isPlain)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(' '))

/** No control characters and no halves of surrogate pairs: what a receiver makes of those is its own. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\p{Cn}\p{Co}]/u.test(text)
}

const spelling = fc.constantFrom<(value: unknown) => string>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => `${JSON.stringify(value)}\n`,
  (value) => asciiOnly(JSON.stringify(value)),
  (value) => JSON.stringify(value).replaceAll('/', '\\/'),
)

/** Valid events of one type with all kinds of content, and all kinds of ways to write them. */
export function eventTexts(type: EventType): fc.Arbitrary<EventText> {
  const states = fc.subarray(STATES, { minLength: 1 })
  return fc.record({ name, states, write: spelling }).map(({ name: text, states: some, write }) => ({
    label: `${type} with the name ${JSON.stringify(text.slice(0, 40))}`,
    fill: (body) => write(filled(body, text, some)),
  }))
}

function filled(body: EventBody, text: string, licensedStates: readonly string[]): EventBody {
  const renamed = (person: unknown) =>
    typeof person === 'object' && person !== null ? { ...person, name: text } : person
  const { data } = body
  return {
    ...body,
    data: {
      ...data,
      ...('customer' in data && { customer: renamed(data.customer) }),
      ...('contact' in data && { contact: renamed(data.contact), brokerageName: text, licensedStates }),
    },
  }
}

/** JSON with every character beyond ASCII escaped. */
export function asciiOnly(json: string): string {
  return json.replace(/[^ -~\s]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
