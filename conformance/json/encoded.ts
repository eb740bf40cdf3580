/** A text with the encoding of its bytes, where that is not UTF-8. */
export interface EncodedText {
  readonly text: string
  readonly encoding?: 'utf-16le' | 'utf-16be'
}

/** Byte order marks of encodings that the interface does not use; the longer ones come first, since one begins like another. */
const MARKS = [
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const decoderOf = (encoding: string) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
const DECODERS = {
  'utf-8': decoderOf('utf-8'),
  'utf-16le': decoderOf('utf-16le'),
  'utf-16be': decoderOf('utf-16be'),
}

/** The bytes as UTF-8, or as UTF-16 where a mark says so; marks stay in the text. Undefined where they are neither. */
export function decoded(bytes: Uint8Array): EncodedText | undefined {
  const text = decodedAs('utf-8', bytes)
  if (text !== undefined) return { text }
  const [encoding] = MARKS.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte)) ?? []
  if (encoding === undefined || encoding === 'UTF-32') return undefined
  const other = decodedAs(encoding, bytes)
  return other === undefined ? undefined : { text: other, encoding }
}

function decodedAs(encoding: keyof typeof DECODERS, bytes: Uint8Array): string | undefined {
  try {
    return DECODERS[encoding].decode(bytes)
  } catch {
    return undefined
  }
}

const LEADING_MARKS = /^\ufeff+/

/** A text without the byte order marks before it. A reader of JSON may ignore them (RFC 8259, section 8.1). */
export const withoutMarks = (text: string | undefined): string | undefined => text?.replace(LEADING_MARKS, '')

const HEX = { 'utf-8': 'EF BB BF', 'utf-16le': 'FF FE', 'utf-16be': 'FE FF' } as const

/** Names what a strict reader of JSON finds before or around a text: undefined where the text begins at once and is UTF-8. */
export function strangeStart({ text = '', encoding }: Partial<EncodedText>): string | undefined {
  const length = text.length - (withoutMarks(text) ?? '').length
  const marks = `${length === 1 ? 'a byte order mark' : `${length} byte order marks`} (${HEX[encoding ?? 'utf-8']})`
  if (encoding !== undefined) return `UTF-16 after ${marks}`
  return length === 0 ? undefined : `${marks} before it`
}
