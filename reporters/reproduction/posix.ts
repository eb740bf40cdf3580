/** A piece of a shell word: literal text, or an expression between double quotes (`$NAME`, `$(command)`). */
export type PosixPiece = { readonly text: string } | { readonly shell: string }

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const UNPRINTABLES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/**
 * Writes one word for any POSIX shell. Nothing in the text is expanded. Characters that no word can hold are lost (see
 * `printed`).
 */
export function posixWord(pieces: readonly PosixPiece[]): string {
  return pieces.map(written).join('') || "''"
}

/** Writes a command that prints the pieces byte by byte. The command is one line of printable characters. */
export function printed(pieces: readonly PosixPiece[]): string {
  const parts = pieces.flatMap((piece) => ('shell' in piece ? [piece] : byPrintability(piece.text)))
  const plain = parts.every((part) => 'shell' in part || !UNPRINTABLE.test(part.text))
  if (plain) return `printf '%s' ${posixWord(parts)}`
  const commands = parts.map((part) =>
    'text' in part && UNPRINTABLE.test(part.text)
      ? `printf '${octal(part.text)}'`
      : `printf '%s' ${posixWord([part])}`,
  )
  return `{ ${commands.join('; ')}; }`
}

function written(piece: PosixPiece): string {
  if ('shell' in piece) return `"${piece.shell}"`
  if (piece.text === '') return ''
  if (/^[\w@%+=:,./-]+$/.test(piece.text)) return piece.text
  const quoted = `'${piece.text.replaceAll("'", `'\\''`)}'`
  return UNPRINTABLE.test(piece.text) ? `"$(printf '${octal(piece.text)}')"` : quoted
}

function byPrintability(text: string): readonly PosixPiece[] {
  const pieces: PosixPiece[] = []
  let from = 0
  for (const match of text.matchAll(UNPRINTABLES)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** Text for the format of `printf`, between single quotes. */
function octal(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e || [0x25, 0x27, 0x5c].includes(byte)
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
}
