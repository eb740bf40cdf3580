/** A part of a date format: a run of one letter, or a text that stands for itself. */
export type DateToken =
  | { readonly kind: 'letter'; readonly letter: string; readonly count: number }
  | { readonly kind: 'text'; readonly text: string }

/** The letters that the Pact library knows, with the longest run of each. */
const LONGEST: Readonly<Record<string, number>> = {
  ...{ G: 5, y: Infinity, Y: Infinity, u: Infinity, M: 5, L: 5, D: Infinity, d: 2, q: 2, Q: 5, w: 2, W: 2 },
  ...{ F: 2, E: 5, e: 5, c: 1, a: 1, h: 2, H: 2, k: 2, K: 2, m: 2, s: 2, S: Infinity, n: Infinity },
  ...{ A: Infinity, N: Infinity, x: 5, X: 5, Z: 5, O: 4, z: 4, V: 2 },
}

/** A run of a letter, a text in apostrophes, an apostrophe, or characters that stand for themselves. */
const TOKEN =
  /(?<run>([A-Za-z])\2*)|'(?<quoted>(?:''|[^'])+)'|(?<apostrophe>'')|(?<plain>[^A-Za-z0-9'{}[\]]+)/y

/**
 * Reads a date format as the Pact library does. Its formats resemble those of Java.
 * @returns undefined where the library cannot read it
 */
export function dateTokens(format: string): readonly DateToken[] | undefined {
  const tokens: DateToken[] = []
  for (let at = 0; at < format.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const { run, quoted, plain } = TOKEN.exec(format)?.groups ?? {}
    if (TOKEN.lastIndex === 0) return undefined
    if (run === undefined) tokens.push({ kind: 'text', text: plain ?? quoted?.replaceAll(/'+/g, "'") ?? "'" })
    else if (run.length > (LONGEST[run.charAt(0)] ?? 0)) return undefined
    else tokens.push({ kind: 'letter', letter: run.charAt(0), count: run.length })
  }
  return tokens.length === 0 ? undefined : tokens
}

/** Brackets around an optional part, digits, and the letters that Java reads and the library does not. */
const OF_JAVA = /[[\]\dBgvp]+/g

/** Says whether tools on the Java platform can read a format that the Pact library cannot read. */
export function isOfJavaOnly(format: string): boolean {
  const parts = format.split(/('(?:[^']|'')*')/)
  const rest = parts.map((part) => (part.startsWith("'") ? part : part.replaceAll(OF_JAVA, '')))
  return dateTokens(format) === undefined && dateTokens(rest.join('')) !== undefined
}
