/** A text that was made of another one, and where each of its characters came from. */
export interface View {
  readonly text: string
  /** Where in the first text each character begins; one entry more than there are characters. */
  readonly from: readonly number[]
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
/** A way of escaping: the character by which it is seen, and one escape. Each has a bound, so that no text makes it slow. */
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
  // The bytes of UTF-8 one by one: what is searched for is known in that form, too.
  { mark: '%', one: /%([0-9a-f]{2})/iy, char: ([, byte]) => hexPoint(byte) },
  {
    mark: '&',
    one: /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/iy,
    char: ([, decimal, hex, name = '']) =>
      decimal === undefined ? (hexPoint(hex) ?? NAMED[name.toLowerCase()]) : ofPoint(Number(decimal)),
  },
]

/** One way of writing inside another, and that once more. */
const DEPTH = 3
/** No sensible text is escaped in more ways than this. */
const MOST_VIEWS = 16

/** The text with its escapes undone in every way that they may be nested in each other; the text itself is none of them. */
export function decodings(text: string): readonly View[] {
  const views: View[] = []
  let last: readonly View[] = [{ text, from: [] }]
  for (let depth = 0; depth < DEPTH; depth += 1) {
    last = last.flatMap((view) => ESCAPES.flatMap((escapes) => decoded(view, escapes) ?? []))
    views.push(...last)
    if (last.length === 0 || views.length >= MOST_VIEWS) break
  }
  return views.slice(0, MOST_VIEWS)
}

function decoded({ text, from }: View, { mark, one, char: charOf }: Escapes): View | undefined {
  const parts: string[] = []
  const places: number[] = []
  let kept = 0
  const keep = (end: number) => {
    if (end > kept) parts.push(text.slice(kept, end))
    for (let at = kept; at < end; at += 1) places.push(from[at] ?? at)
  }
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at)) {
    one.lastIndex = at
    const match = one.exec(text)
    const char = match === null ? undefined : charOf(match)
    if (match === null || char === undefined) {
      at += 1
      continue
    }
    keep(at)
    parts.push(char)
    for (let unit = 0; unit < char.length; unit += 1) places.push(from[at] ?? at)
    at += match[0].length
    kept = at
  }
  if (kept === 0) return undefined
  keep(text.length)
  places.push(from[text.length] ?? text.length)
  return { text: parts.join(''), from: places }
}

const hexPoint = (digits: string | undefined): string | undefined =>
  digits === undefined ? undefined : ofPoint(Number.parseInt(digits, 16))

const ofPoint = (point: number): string | undefined =>
  point <= 0x10_ffff ? String.fromCodePoint(point) : undefined

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
/** Characters that may stand between two bytes in hexadecimal digits. */
const BETWEEN = new Set([...': -_,.\n\r\t'].map((char) => char.charCodeAt(0)))
const SHORTEST_RUN = 16

/** The runs of hexadecimal digits in a text, each without what stands between its bytes (`53:65`, `0x53, 0x65`). */
export function hexRuns(text: string): readonly View[] {
  const runs: View[] = []
  let from: number[] = []
  const end = () => {
    if (from.length >= SHORTEST_RUN) {
      const digits = from.map((at) => text[at] ?? '').join('')
      runs.push({ text: digits, from: [...from, (from.at(-1) ?? 0) + 1] })
    }
    from = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x30 && (text.charCodeAt(at + 1) | 0x20) === 0x78) at += 1
    else if (isHex(code)) from.push(at)
    else if (!BETWEEN.has(code)) end()
  }
  end()
  return runs
}
