import { INVISIBLE } from '../conformance/visible.ts'

/** A piece of a shell word: literal text, or the name of a variable. */
export type WordPiece = { readonly text: string } | { readonly variable: string }

/**
 * Writes a word for a shell (bash, zsh). Nothing in the text is expanded. The result is one printable line. Text with invisible
 * characters is written with `$'...'`: what makes them visible on a terminal then changes nothing.
 */
export function shellWord(pieces: readonly WordPiece[]): string {
  const written = pieces.map((piece) => ('variable' in piece ? `"$${piece.variable}"` : literal(piece.text)))
  return written.join('') || "''"
}

/** A command that prints the pieces byte by byte. Unlike a word, it can contain NUL. */
export function printfCommand(pieces: readonly WordPiece[]): string {
  const format = pieces.map((piece) => {
    if ('variable' in piece) return `"$${piece.variable}"`
    const escaped = octal(piece.text.replace(/\\/g, '\\\\').replaceAll('%', '%%'))
    return `'${escaped.replaceAll("'", '\\047')}'`
  })
  return `printf -- ${format.join('') || "''"}`
}

function octal(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  )
}

function literal(text: string): string {
  if (/^[\w@%+=:,./-]*$/.test(text)) return text
  if (octal(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`
  return `$'${octal(text.replace(/[\\']/g, '\\$&'))}'`
}
