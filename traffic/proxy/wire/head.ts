/** A header of a message, with the place of its value in the bytes of the head. */
export interface Field {
  /** As it was written. */
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
  readonly fields: readonly Field[]
}

const [LF, CR] = [0x0a, 0x0d]

/**
 * Finds where a head ends. Lines may end with or without a carriage return, and empty lines may come first (RFC 9112, section 2.2).
 *
 * @param from the bytes before it were searched already
 * @returns the place behind the empty line; -1 where it has not come yet
 */
export function endOfHead(bytes: Buffer, from = 0): number {
  let begin = 0
  while (bytes[begin] === CR || bytes[begin] === LF) begin += 1
  // The line ends that were seen last may be the first half of the empty line.
  for (let at = bytes.indexOf(LF, Math.max(begin, from - 2)); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return -1
}

/** Reads a whole head. A line without a colon is no header, and passes unread. */
export function readHead(bytes: Buffer): Head {
  const text = bytes.toString('latin1')
  let line: string | undefined
  const fields: Field[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const to = text[end - 1] === '\r' ? end - 1 : end
    if (to > at && line === undefined) line = text.slice(at, to)
    else if (to > at) addField(fields, text, at, to)
    at = end + 1
  }
  return { bytes, line: line ?? '', fields }
}

function addField(fields: Field[], text: string, at: number, end: number): void {
  const last = fields.at(-1)
  // A line that begins with a blank continues the value before it (RFC 9112, section 5.2).
  if (last !== undefined && (text[at] === ' ' || text[at] === '\t')) {
    fields[fields.length - 1] = { ...last, value: text.slice(last.from, end).replace(/\s+/g, ' '), to: end }
    return
  }
  const colon = text.indexOf(':', at)
  if (colon === -1 || colon >= end) return
  let [from, to] = [colon + 1, end]
  while (from < to && isBlank(text[from])) from += 1
  while (to > from && isBlank(text[to - 1])) to -= 1
  fields.push({ name: text.slice(at, colon), value: text.slice(from, to), from, to })
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'

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
