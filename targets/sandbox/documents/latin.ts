/** Characters of Windows code page 1252 beyond Latin-1. The 14 standard PDF fonts show Latin-1 and these. */
const extras = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const isShown = (character: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u00ff]$/u.test(character) || extras.has(character)

function shown(character: string): string {
  if (isShown(character)) return character
  if (/^\s$/u.test(character)) return ' '
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && [...plain].every(isShown) ? plain : '?'
}

/**
 * Returns a text as the standard fonts can show it. Letters lose accents that the fonts lack, and characters without a Latin form
 * become question marks. Cut to `length` characters.
 */
export const toLatin = (text: string, length = 200): string =>
  Array.from(text.slice(0, length), shown).join('')
