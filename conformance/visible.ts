/**
 * Characters that nobody sees: control and format characters, marks such as a byte order mark, fillers, and every blank but the
 * space itself.
 */
export const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]/gu

/** A text with every invisible character as an escape: `\n`, `\x1b`, `\u{feff}`. So no target can act on a terminal. */
export const visible = (text: string): string => text.replace(INVISIBLE, escaped)

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  const code = character.codePointAt(0) ?? 0
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'a blank',
  '\n': 'a line end',
  '\r': 'a line end',
  '\t': 'a tab',
  '\u00a0': 'a blank',
  '\ufeff': 'a byte order mark',
}

/**
 * Says which blank or invisible character a text has at its beginning, at its end or inside, without showing the text.
 *
 * @returns undefined where it has none; a space inside is none
 */
export function unseenIn(text: string): string | undefined {
  const characters = [...text]
  const [first = '', last = ''] = [characters[0], characters.at(-1)]
  const [inside = ''] = text.match(INVISIBLE) ?? []
  const isUnseen = (one: string) => one === ' ' || visible(one) !== one
  if (isUnseen(first)) return `it begins with ${nameOf(first)}`
  if (isUnseen(last)) return `it ends with ${nameOf(last)}`
  return inside === '' ? undefined : `it has ${nameOf(inside)} inside`
}

function nameOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return `${NAMES[character] ?? 'an invisible character'} (${code})`
}
