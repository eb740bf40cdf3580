/**
 * Makes text from outside safe to show. Control and formatting characters (terminal escapes, line breaks, bidirectional
 * overrides) become visible escapes. So no target can control the terminal of the user.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapeOne)
}

function escapeOne(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  const code = character.codePointAt(0) ?? 0
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** Cuts a text to a number of characters and says how long it was. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).toWellFormed()}… (${text.length} characters)`
}
