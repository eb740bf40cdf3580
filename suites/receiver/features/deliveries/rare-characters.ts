import type { Draft, Drafting } from '../../vocabulary/draft.ts'

/** Characters that some databases and parsers refuse in a text, as JSON writes them (RFC 8259 section 7). */
export const RARE: Readonly<Record<string, string>> = {
  'a name with a zero character': 'Acme\\u0000 Inc',
  'a name with control characters': 'Acme\\u0001\\u001b\\b\\f Inc',
  'a name with the character of a deletion': 'Acme\u007f Inc',
  'a name with characters of private use': 'Acme \ue000 \u{10fffd}',
  'a name with places that are no characters': 'Acme \uffff \u{1ffff}',
}

/** Stands for a name until the body is written. */
const MARK = 'name-of-the-customer'

/** An event whose customer has this name. @param text as it stands in JSON, between the quotes */
export function withName({ draft, event }: Pick<Drafting, 'draft' | 'event'>, text: string): Draft {
  const made = event('quote.created')
  const body = { ...made, data: { ...made.data, customer: { name: MARK, email: 'contact@example.com' } } }
  return draft('quote.created', { body: JSON.stringify(body).replace(MARK, () => text) })
}
