import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import oniguruma from 'vscode-oniguruma'

// The Pact library matches with Oniguruma, so this does too: other engines differ in what they read and in what that matches.
await oniguruma.loadWASM(
  readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')),
)

/** How a tool applies an expression: the Pact library to the whole text, others search the text for it. */
export type Reach = 'search' | 'whole'

/** A regular expression of a Pact file. */
export interface Expression {
  /** `others`: only tools of other languages can read it. */
  readonly readBy: 'library' | 'others' | 'nobody'
  /** Applies it as the library does, or as other tools do. */
  matches(text: string, reach: Reach): boolean
}

/** Numbers of Oniguruma's syntaxes, as the package exports them in its types only: its own one, then of Java, Perl and Python. */
const LIBRARY = 0
const OTHERS = [7, 9, 11]
/** Its option for no options. */
const NO_OPTIONS = [1]

/** Constructs that are left out or written otherwise: of no effect on a whole text, or newer than the engine of the package. */
const NEWER: readonly (readonly [pattern: RegExp, same: string])[] = [
  [/((?:^|[^\\])(?:\\\\)*)\\K/g, '$1'],
  [/((?:^|[^\\])(?:\\\\)*)\\x(?![\dA-Fa-f{])/g, '$1x'],
  [/\(\*SKIP\)/g, ''],
]

const known = new Map<string, Expression>()

/** Reads a regular expression, each only once. */
export function expressionOf(source: string): Expression {
  const expression = known.get(source) ?? read(source)
  known.set(source, expression)
  return expression
}

function read(written: string): Expression {
  const source = NEWER.reduce((text, [pattern, same]) => text.replaceAll(pattern, same), written)
  const own = scannerOf(source, LIBRARY)
  if (own !== undefined) {
    const whole = wholeOf(source) ?? own
    return {
      readBy: 'library',
      matches(text, reach) {
        if (reach === 'search') return own.findNextMatchSync(text, 0) !== null
        const match = whole.findNextMatchSync(text, 0)?.captureIndices[0]
        return match !== undefined && match.start === 0 && match.end === text.length
      },
    }
  }
  const others = OTHERS.flatMap((syntax) => scannerOf(source, syntax) ?? [])
  const javaScript = javaScriptOf(source)
  if (others.length === 0 && javaScript === undefined) return { readBy: 'nobody', matches: () => false }
  return {
    readBy: 'others',
    matches: (text, reach) =>
      reach === 'search' &&
      (javaScript?.test(text) === true || others.some((one) => one.findNextMatchSync(text, 0) !== null)),
  }
}

/** An expression that matches up to the end of the text. The line end closes a comment of the extended form. */
function wholeOf(source: string) {
  return scannerOf(`(?:${source})\\z`, LIBRARY) ?? scannerOf(`(?:${source}\n)\\z`, LIBRARY)
}

function scannerOf(source: string, syntax: number) {
  try {
    return new oniguruma.OnigScanner([source], { options: NO_OPTIONS, syntax })
  } catch {
    return undefined
  }
}

function javaScriptOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    return undefined
  }
}
