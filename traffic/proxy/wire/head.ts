/** A header of a message, with the place of its value in the bytes of the head. */
export interface HeaderField {
  /** In its own case, without characters that no name may have. So a credential is recognised behind any of them. */
  readonly name: string
  readonly value: string
  readonly from: number
  readonly to: number
}

/** The first lines of a message, as they came. One character of a text stands for one byte. */
export interface Head {
  /** All bytes to the empty line, which is among them. */
  readonly bytes: Buffer
  /** The request line or the status line. */
  readonly line: string
  readonly fields: readonly HeaderField[]
  /** Every reader of HTTP/1 sees these headers. Otherwise nobody knows where the message ends. */
  readonly isCertain: boolean
}

const [LF, CR] = [0x0a, 0x0d]
/** More bytes of empty lines than this before a head are no mistake of a client. */
const MOST_BEFORE = 64

/**
 * Finds where a head ends. Lines may end with or without a carriage return, and empty lines may come first (RFC 9112, section 2.2).
 *
 * @param from the bytes before it were searched already
 * @returns the place behind the empty line; -1 where it has not come yet
 */
export function endOfHead(bytes: Buffer, from = 0): number {
  let begin = 0
  while (begin < MOST_BEFORE && (bytes[begin] === CR || bytes[begin] === LF)) begin += 1
  // The line ends that were seen last may be the first half of the empty line.
  for (let at = bytes.indexOf(LF, Math.max(begin, from - 2)); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return -1
}

/** Reads a whole head. */
export function readHead(bytes: Buffer): Head {
  const text = bytes.toString('latin1')
  let line: string | undefined
  let isCertain = true
  const fields: HeaderField[] = []
  for (let at = 0; at < text.length; ) {
    let [to, next] = lineAt(text, at)
    if (to > at && line === undefined) line = text.slice(at, to)
    else if (to > at) {
      // A line that begins with a blank continues the value before it (RFC 9112, section 5.2), but not for every server.
      for (; isBlank(text[next]); [to, next] = lineAt(text, next)) isCertain = false
      const field = fieldOf(text.slice(at, to), at)
      if (field === undefined || !field.isCertain) isCertain = false
      if (field !== undefined) fields.push(field)
    }
    at = next
  }
  return { bytes, line: line ?? '', fields, isCertain }
}

/** Where the line ends that begins at a place, and where the next one begins. */
function lineAt(text: string, at: number): [end: number, next: number] {
  const end = text.indexOf('\n', at)
  if (end === -1) return [text.length, text.length]
  return [end > at && text[end - 1] === '\r' ? end - 1 : end, end + 1]
}

/** Reads a header with the lines that continue it; undefined without a colon. */
function fieldOf(line: string, at: number): (HeaderField & { readonly isCertain: boolean }) | undefined {
  const colon = line.indexOf(':')
  if (colon === -1) return undefined
  const written = line.slice(0, colon)
  const name = written.replace(NO_TOKEN, '')
  const [from, to] = contentIn(line, colon + 1)
  const value = line.slice(from, to)
  const isCertain = name !== '' && name === written && !BREAKS.test(value)
  return { name, value: value.replace(/[\r\n][\r\n \t]*/g, ' '), from: at + from, to: at + to, isCertain }
}

/** Characters that no name of a header may have (RFC 9110, section 5.6.2). */
const NO_TOKEN = /[^!#$%&'*+.^_`|~0-9A-Za-z-]/g
/** Characters that end a value for some readers (RFC 9110, section 5.5). */
const BREAKS = /[\0\r\n]/

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** The stretch of a text from a place on without the blanks around it. Other white space is content. */
function contentIn(text: string, begin = 0): readonly [from: number, to: number] {
  let [from, to] = [begin, text.length]
  while (from < to && isBlank(text[from])) from += 1
  while (to > from && isBlank(text[to - 1])) to -= 1
  return [from, to]
}

/** The parts of a list between its commas, without the blanks around each. */
export const listParts = (list: string): readonly string[] =>
  list.split(',').map((part) => part.slice(...contentIn(part)))

/** All values of a header, joined as one list; undefined where it is absent. Names are compared without case. */
export function listed({ fields }: Head, name: string): string | undefined {
  const values = fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** A text to put in place of a stretch of bytes. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly by: string
}

/** The bytes with some stretches replaced, which are given in their order. All others stay as they are. */
export function replaced(bytes: Buffer, replacements: readonly Replacement[]): Buffer {
  if (replacements.length === 0) return bytes
  let at = 0
  const pieces: Buffer[] = []
  for (const { from, to, by } of replacements) {
    pieces.push(bytes.subarray(at, from), Buffer.from(by, 'latin1'))
    at = to
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}
