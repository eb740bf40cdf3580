import { REDACTED } from '../../conformance/exchange.ts'
import type { Piece } from './posix.ts'

/** Texts of the finished run that a script replaces by what it finds when it runs. */
export interface Known {
  readonly text: string
  /** Expression of a shell that takes its place, between double quotes. */
  readonly shell: string
  /** Hears that it stands somewhere. */
  readonly used?: () => void
}

/** Puts what is known in its places in a text. The longest text that stands at a place counts. */
export function spliced(text: string, known: readonly Known[]): readonly Piece[] {
  const pieces: Piece[] = []
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

/** Says whether a secret was taken out of a text. */
export const hasSecret = (text: string): boolean => SECRET.test(text)

/** The name of a variable for a secret: `QUOTE_CLIENT_SECRET` of whom. */
export function variableOf(name: string, of: string): string {
  const right = of === 'own' || of === 'primary'
  return right ? `QUOTE_${name}` : `QUOTE_${name}_${upper(of)}`
}

/** A name in capitals, as variables are written. */
export const upper = (text: string): string => text.replace(/[^a-z0-9]+/gi, '_').toUpperCase()
