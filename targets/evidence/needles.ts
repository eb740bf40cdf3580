/** A text that is searched for, and the length of a part that counts as found. */
export interface Needle {
  /** In one case: see `fold`. */
  readonly text: string
  /** The shortest part of it that counts as found, in characters. */
  readonly least: number
}

/** Shorter texts are found only as a whole, since ordinary words may contain parts of them. */
const MIN_PARTED = 24
/** The smallest part of a longer text that counts as found. */
const PART = 0.5
const MIN_PART = 16
const MIN_INNER_BASE64 = 8
const MIN_HEX = 16

/**
 * Returns the forms in which a secret may occur in a text, once escapes are undone. It occurs as it is, as
 * UTF-8 that was read as Latin-1, or written for a form. It also occurs as base64, on its own or inside
 * something longer.
 */
export function needlesOf(secret: string): readonly Needle[] {
  const bytes = Buffer.from(secret, 'utf8')
  const forms = new Set([
    secret,
    bytes.toString('latin1'),
    new URLSearchParams({ '': secret }).toString().slice(1),
    ...inBase64(bytes),
  ])
  return [...forms].map((text) => needleOf(fold(text)))
}

/** Hexadecimal digits of a secret, without whatever may stand between them. */
export function hexNeedlesOf(secret: string): readonly Needle[] {
  const text = Buffer.from(secret, 'utf8').toString('hex')
  // Short runs of digits occur everywhere.
  return text.length < MIN_HEX ? [] : [{ text, least: Math.max(MIN_HEX, Math.ceil(text.length * PART)) }]
}

const NOT_ASCII = /[^\0-\x7f]/

/** The text in one case. Only ASCII where needed: every character keeps its place. */
export function fold(text: string): string {
  // Only letters beyond ASCII can change the length of a text with their case.
  return NOT_ASCII.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase()
}

const needleOf = (text: string): Needle => ({
  text,
  least: text.length < MIN_PARTED ? text.length : Math.max(MIN_PART, Math.ceil(text.length * PART)),
})

/** Base64 of the bytes, in the three forms that depend on where they begin in a longer text. */
function inBase64(bytes: Buffer): readonly string[] {
  const inner = [0, 1, 2].map((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const certainEnd = Math.floor(((offset + bytes.length) * 8) / 6)
    return all.slice(Math.ceil((offset * 8) / 6), certainEnd)
  })
  return [bytes.toString('base64'), ...inner.filter((text) => text.length >= MIN_INNER_BASE64)].flatMap(
    (text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')],
  )
}
