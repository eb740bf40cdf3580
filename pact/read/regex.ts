/** Members of the character classes of other languages, as JavaScript writes them within brackets. */
const CLASSES: Readonly<Record<string, string>> = {
  xdigit: '0-9A-Fa-f',
  ishexdigit: '0-9A-Fa-f',
  digit: '0-9',
  isdigit: '0-9',
  nd: '0-9',
  alpha: 'A-Za-z',
  isalphabetic: 'A-Za-z',
  l: 'A-Za-z',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  isuppercase: 'A-Z',
  lu: 'A-Z',
  lower: 'a-z',
  islowercase: 'a-z',
  ll: 'a-z',
  space: '\\s',
  punct: '!-/:-@[-`{-~',
}

/** Translates a regular expression to JavaScript, to make texts like it; undefined where that is impossible. */
export function regexOf(source: string): RegExp | undefined {
  const flags = /^\(\?([imsux]+)\)/.exec(source)
  const translated = classes(source.slice(flags?.[0].length ?? 0))
    .replaceAll(/\(\?P</g, '(?<')
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll(/(?<=[*+?}])\+/g, '')
    .replaceAll(/\(\?>/g, '(?:')
  const wanted = [...new Set((flags?.[1] ?? '').replaceAll(/[ux]/g, ''))].join('')
  // Classes of Unicode need the flag, and some escapes of other languages are an error with it.
  return compiled(translated, `${wanted}u`) ?? compiled(translated, wanted)
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** Expands `\p{XDigit}` and `[:xdigit:]`, within brackets and outside of them. */
function classes(source: string): string {
  let isWithin = false
  return source.replaceAll(/\\p\{(\w+)\}|\[:(\w+):\]|\\.|[[\]]/g, (token, java?: string, posix?: string) => {
    const members = CLASSES[(java ?? posix ?? '').toLowerCase()]
    if (members !== undefined) return isWithin ? members : `[${members}]`
    if (token === '[') isWithin = true
    else if (token === ']') isWithin = false
    return token
  })
}
