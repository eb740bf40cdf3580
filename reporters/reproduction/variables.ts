import { REDACTED } from '../../conformance/exchange.ts'
import type { PosixPiece } from './posix.ts'

/** A text of the finished run that a script replaces by a value of its own run. */
export interface Known {
  readonly text: string
  /** The shell expression that replaces the text, between double quotes. */
  readonly shell: string
  /** Called when the text occurs. */
  readonly used?: () => void
}

/** Replaces known texts by their expressions. Where several match at one place, the longest is used. */
export function spliced(text: string, known: readonly Known[]): readonly PosixPiece[] {
  const pieces: PosixPiece[] = []
  let from = 0
  let at = 0
  const byLength = known.filter((one) => one.text !== '').toSorted((a, b) => b.text.length - a.text.length)
  while (at < text.length) {
    const found = byLength.find((one) => text.startsWith(one.text, at))
    if (found === undefined) {
      at += 1
      continue
    }
    if (at > from) pieces.push({ text: text.slice(from, at) })
    pieces.push({ shell: found.shell })
    found.used?.()
    at += found.text.length
    from = at
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

const SECRET = new RegExp(`${REDACTED.replace(/[[\]]/g, '\\$&')}|${encodeURIComponent(REDACTED)}`, 'i')

/** Says whether a secret was redacted in a text. */
export const hasSecret = (text: string): boolean => SECRET.test(text)

/** The name of the variable for a secret: `QUOTE_CLIENT_SECRET`, with the owner of the secret. */
export function variableOf(name: string, of: string): string {
  const right = of === 'own' || of === 'primary'
  return right ? `QUOTE_${name}` : `QUOTE_${name}_${upper(of)}`
}

/** A name in capitals, as for variables. */
export const upper = (text: string): string => text.replace(/[^a-z0-9]+/gi, '_').toUpperCase()
