import type { Draft, Drafting } from '../../vocabulary/drafts/draft.ts'

/** Characters that some databases and parsers refuse in a text, as JSON writes them (RFC 8259 section 7). */
export const RARE: Readonly<Record<string, string>> = {
  'a name with U+0000': 'Acme\\u0000 Inc',
  'a name with control characters': 'Acme\\u0001\\u001b\\b\\f Inc',
  'a name with U+007F': 'Acme\u007f Inc',
  'a name with U+E000': 'Acme \ue000 \u{10fffd}',
  'a name with U+FFFF': 'Acme \uffff \u{1ffff}',
}

/** Stands for a name until the body is written. */
const MARK = 'name-of-the-customer'

/** An event whose customer has this name. @param text as it stands in JSON, between the quotes */
export function withName({ draft, event }: Pick<Drafting, 'draft' | 'event'>, text: string): Draft {
  const made = event('quote.created')
  const body = { ...made, data: { ...made.data, customer: { name: MARK, email: 'contact@example.com' } } }
  return draft('quote.created', { body: JSON.stringify(body).replace(MARK, () => text) })
}
