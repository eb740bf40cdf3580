/** A text that was made from another one. */
export interface DecodedText {
  readonly text: string
  /** The place in the first text of the character at a place here; for the end of this text, the end of that one. */
  from(place: number): number
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
}
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
/**
 * A way of escaping: the character that begins an escape, and the pattern of one escape. Patterns have bounded length, so that no
 * text makes matching slow.
 */
interface Escapes {
  readonly mark: string
  readonly one: RegExp
  char(match: RegExpExecArray): string | undefined
}

const ESCAPES: readonly Escapes[] = [
  {
    mark: '\\',
    one: /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(["'\\/bfnrt]))/iy,
    char: ([, unit, point, byte, short = '']) => hexPoint(unit ?? point ?? byte) ?? ESCAPED[short] ?? short,
  },
  // Decodes UTF-8 byte by byte, into Latin-1: each secret is known in that form, too.
  { mark: '%', one: /%([0-9a-f]{2})/iy, char: ([, byte]) => hexPoint(byte) },
  {
    mark: '&',
    one: /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/iy,
    char: ([, decimal, hex, name = '']) =>
      decimal === undefined ? (hexPoint(hex) ?? NAMED[name.toLowerCase()]) : ofPoint(Number(decimal)),
  },
]

/** How deep escapes are undone that are nested in each other. */
const DEPTH = 3
/** No sensible text is escaped in more ways than this. */
const MOST_VIEWS = 16

/** The text with its escapes undone in every way in which they may be nested; the text itself is not among the results. */
export function decodings(text: string): readonly DecodedText[] {
  const views: DecodedText[] = []
  let last: readonly DecodedText[] = [{ text, from: (place) => place }]
  for (let depth = 0; depth < DEPTH; depth += 1) {
    last = last.flatMap((view) => ESCAPES.flatMap((escapes) => decoded(view, escapes) ?? []))
    views.push(...last)
    if (last.length === 0 || views.length >= MOST_VIEWS) break
  }
  return views.slice(0, MOST_VIEWS)
}

function decoded({ text, from }: DecodedText, { mark, one, char: charOf }: Escapes): DecodedText | undefined {
  let out = ''
  let kept = 0
  // Where each stretch begins, in the new text and in the old one. A stretch is one escape, or text without any.
  const [begins, origins]: [number[], number[]] = [[], []]
  const stretch = (made: string, origin: number) => {
    begins.push(out.length)
    origins.push(origin)
    out += made
  }
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at)) {
    one.lastIndex = at
    const match = one.exec(text)
    const char = match === null ? undefined : charOf(match)
    if (match === null || char === undefined) {
      at += 1
      continue
    }
    if (at > kept) stretch(text.slice(kept, at), kept)
    stretch(char, at)
    at += match[0].length
    kept = at
  }
  if (kept === 0) return undefined
  stretch(text.slice(kept), kept)
  return { text: out, from: (place) => from(originOf(place, begins, origins)) }
}

/** Finds the place in the old text of a place in the new one. Only called when a secret was found, which is rare. */
function originOf(place: number, begins: readonly number[], origins: readonly number[]): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((begins[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  const [begin = 0, origin = 0] = [begins[low], origins[low]]
  // All characters of one escape begin where the escape does. A stretch is an escape where its two lengths differ.
  const lengths = [(begins[low + 1] ?? Infinity) - begin, (origins[low + 1] ?? Infinity) - origin]
  return lengths[0] === lengths[1] ? origin + place - begin : origin
}

const hexPoint = (digits: string | undefined): string | undefined =>
  digits === undefined ? undefined : ofPoint(Number.parseInt(digits, 16))

const ofPoint = (point: number): string | undefined =>
  point <= 0x10_ffff ? String.fromCodePoint(point) : undefined

/** The kinds of ASCII characters for a run of hexadecimal digits; `KINDS` has the kind of each by its code. */
const [OTHER, DIGIT, BETWEEN] = [0, 1, 2]
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[0-9a-f]/i.test(char)) return DIGIT
  return ': -_,.\n\r\t'.includes(char) ? BETWEEN : OTHER
})
const SHORTEST_RUN = 16

/**
 * The runs of hexadecimal digits in a text, each without the characters between its bytes (`53:65`, `0x53, 0x65`). Only every
 * sixteenth place is checked, since a run is long enough to cover one of them.
 */
export function hexRuns(text: string): readonly DecodedText[] {
  const runs: DecodedText[] = []
  for (let at = SHORTEST_RUN - 1; at < text.length; at += SHORTEST_RUN) {
    if (isOther(text, at)) continue
    let begin = at
    while (begin > 0 && !isOther(text, begin - 1)) begin -= 1
    while (at < text.length && !isOther(text, at)) at += 1
    const { first, digits } = digitsWithin(text, begin, at)
    if (digits >= SHORTEST_RUN) runs.push(runOf(text, first, digits))
  }
  return runs
}

/** Says whether a character can be neither in a run nor between its digits. */
const isOther = (text: string, at: number): boolean =>
  (KINDS[text.charCodeAt(at)] ?? OTHER) === OTHER && !(at > 0 && isPrefix(text, at - 1))

/** Finds where the digits in a part of a text begin, and counts them without those of `0x`. */
function digitsWithin(text: string, begin: number, end: number): { first: number; digits: number } {
  let [first, digits] = [begin, 0]
  for (let at = begin; at < end; at += 1) {
    if (KINDS[text.charCodeAt(at)] !== DIGIT) continue
    if (digits === 0) first = at
    if (isPrefix(text, at)) at += 1
    else digits += 1
  }
  return { first, digits }
}

/** Says whether `0x` stands at a place. */
const isPrefix = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x30 && (text.charCodeAt(at + 1) | 0x20) === 0x78

/**
 * A run of so many digits from a place on. The places of single digits are computed only where a secret is found, which is rare.
 */
function runOf(text: string, first: number, digits: number): DecodedText {
  const chars = Buffer.allocUnsafe(digits)
  eachDigit(text, first, digits, (at, count) => {
    chars[count] = text.charCodeAt(at)
  })
  let places: Uint32Array | undefined
  return {
    text: chars.toString('latin1'),
    from(place) {
      places ??= placesOf(text, first, digits)
      return places[place] ?? place
    },
  }
}

/** The places of the digits, and the place behind the last. In one buffer, since a hostile answer may have a million. */
function placesOf(text: string, first: number, digits: number): Uint32Array {
  const places = new Uint32Array(digits + 1)
  eachDigit(text, first, digits, (at, count) => {
    places[count] = at
    places[count + 1] = at + 1
  })
  return places
}

function eachDigit(
  text: string,
  first: number,
  digits: number,
  visit: (at: number, count: number) => void,
): void {
  let count = 0
  for (let at = first; count < digits; at += 1) {
    if (KINDS[text.charCodeAt(at)] !== DIGIT) continue
    if (isPrefix(text, at)) at += 1
    else {
      visit(at, count)
      count += 1
    }
  }
}
